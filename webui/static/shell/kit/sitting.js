// Who sits at which side of the table, as this device was told: then words can do without letters.

import { playerName } from "./text.js";

const KEPT = "icekeeper.sitting";

let names = {};

/** The colours by side, as they were said: {N: "r", ...}. */
export function sitting() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** Say who sits at a side; "" for nobody. Whoever sat elsewhere has moved. */
export function seat(side, colour) {
  const others = Object.entries(sitting()).filter(([at, who]) => at !== side && who !== colour);
  localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(colour ? [...others, [side, colour]] : others)));
}

/** Take the names from a match; paths that leave the block at its corners lead to nobody's side. */
export function know({ players, layout }) {
  const at = layout === "corners" ? {} : sitting();
  const named = players.map((player) => [
    Object.keys(at).find((side) => at[side] === player.colour),
    playerName(player),
  ]);
  names = Object.fromEntries(named.filter(([side]) => side));
}

/** The name of whoever sits at a side (N or n); "" where nobody is known to. */
export const sits = (side) => names[side.toUpperCase()] ?? "";
