// The chances of all players over a match as lines; a tap shows that turn.

import { s } from "../kit/dom.js";
import { Colour, sign, t } from "../kit/text.js";

const W = 640;
const H = 180;
const PAD = { left: 40, right: 14, top: 12, bottom: 24 };

const x = (i, n) => PAD.left + (n < 1 ? 0 : (i / n) * (W - PAD.left - PAD.right));
const y = (chance) => H - PAD.bottom - chance * (H - PAD.top - PAD.bottom);

const grid = () =>
  [0, 0.5, 1].map((chance) => [
    s("line", { class: "grid", x1: PAD.left, x2: W - PAD.right, y1: y(chance), y2: y(chance) }),
    s("text", { x: PAD.left - 6, y: y(chance) + 5, "text-anchor": "end" }, `${chance * 100}`),
  ]);

const line = (player, rows, n) =>
  s(
    "g",
    { class: `line line-${player}` },
    s("polyline", { points: rows.map((row, i) => `${x(i, n)},${y(row[player])}`).join(" ") }),
  );

const spot = (turn, i, n) =>
  turn.mark
    ? s("circle", {
        class: `mark-spot ${turn.mark}`,
        cx: x(i + 1, n),
        cy: y(turn.played?.chances[turn.player] ?? 0),
        r: 6,
      })
    : null;

/** The graph of an analysis; `onTurn(number)` hears which turn was tapped. */
export function graph(analysis, onTurn) {
  const n = analysis.turns.length;
  const rows = [...analysis.turns.map((turn) => turn.chances), analysis.end];
  const players = [...analysis.players];
  const here = s("line", { class: "here", y1: PAD.top, y2: H - PAD.bottom });
  const node = s(
    "svg",
    { class: "chances", viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": summary(players, rows) },
    grid(),
    players.map((player) => line(player, rows, n)),
    analysis.turns.map((turn, i) => spot(turn, i, n)),
    here,
    s("text", { x: (W + PAD.left) / 2, y: H - 4, "text-anchor": "middle" }, t("stats.turn")),
  );
  node.addEventListener("click", (event) => onTurn(tapped(node, event, n)));
  const show = (turn) => {
    here.setAttribute("x1", x(turn, n));
    here.setAttribute("x2", x(turn, n));
  };
  return { node, show };
}

function summary(players, rows) {
  const last = players.map((player) => `${Colour(player)} ${Math.round(100 * rows.at(-1)[player])} %`).join(", ");
  return `${t("coach.graph")}${sign(":")} ${last}`;
}

/** The number of the turn under a tap, from 1. */
function tapped(node, event, n) {
  const box = node.getBoundingClientRect();
  const at = ((event.clientX - box.left) / box.width) * W;
  const part = (at - PAD.left) / (W - PAD.left - PAD.right);
  return Math.max(1, Math.min(n, Math.round(part * n)));
}
