// Every place of ICE CULT by name: cubes, spaces, what is beyond the tips, and who waits at the start.

import { COLOURS } from "../../shell/kit/marks.js";
import { colour, sign, t } from "../../shell/kit/text.js";
import { pathText, symbolText } from "../words.js";
import { PATHS, SLOTS, spaceAt } from "./plan.js";

/** A stack in words, from the top: "red on blue". */
export function stackText(stack) {
  if (stack === null || stack === "?") return t("unknown");
  const pawns = [...stack].reverse().map((each) => (each === "?" ? t("unknown") : colour(each)));
  return pawns.length ? pawns.join(` ${t("place.on")} `) : t("place.empty");
}

const counted = (letters) =>
  COLOURS.filter((each) => letters.includes(each))
    .map((each) => `${[...letters].filter((one) => one === each).length} ${colour(each)}`)
    .join(", ") || t("place.empty");

const named = (name, what) => `${name}${sign(":")} ${what}`;

/** The places with their names, where they are drawn, and how large. */
export function places({ state, tops, owed = [], unknown = [] }, board) {
  const p = board.plan;
  const side = p.cube * 0.96;
  const out = SLOTS.map((slot) => ({
    id: slot,
    at: board.slotAt(slot),
    size: [side, side],
    name: named(t(`slot.${slot}`), symbolText(tops?.[slot]?.symbol, tops?.[slot]?.facing)),
  }));
  for (const path of PATHS) {
    state.paths[path].forEach((stack, i) => {
      const wanted = owed.some((each) => each.path === path && each.space === i + 1);
      const what = stackText(unknown.includes(`${path}${i + 1}`) && !stack ? "?" : stack);
      const name = named(t("place.space", { path: pathText(path), n: i + 1 }), what);
      const size = [38, 38];
      out.push({
        id: `${path}${i + 1}`,
        at: spaceAt(p, path, i + 1),
        size,
        name: wanted ? `${name}, ${t("place.owed")}` : name,
      });
    });
    const home = p.out[path].map((each) => each * p.goal);
    out.push({
      id: `goal${path}`,
      at: home,
      size: [48, 48],
      name: named(t("board.home", { path: t(`path.${path}`) }), counted(state.goal[path] ?? "")),
    });
  }
  const mid = p.inner + p.space * 2.9;
  for (const each of COLOURS) {
    const waiting = [...(state.start ?? "")].filter((one) => one === each).length;
    const at = p.start[each].map((sense, k) => sense * mid + (k ? 16 : 0));
    out.push({ id: `start-${each}`, at, size: [130, 96], name: named(t("start"), `${waiting} ${colour(each)}`) });
  }
  return out;
}
