// The chances of all players over a match as lines that carry their names; a tap shows that turn.

import { s } from "../kit/dom.js";
import { mark } from "../kit/marks.js";
import { Colour, sign, t } from "../kit/text.js";

const W = 640;
const H = 220;
const PAD = { left: 40, right: 96, top: 14, bottom: 28 };
const APART = 19; // so far names stand from each other at least

const x = (i, n) => PAD.left + (n < 1 ? 0 : (i / n) * (W - PAD.left - PAD.right));
const y = (chance) => H - PAD.bottom - chance * (H - PAD.top - PAD.bottom);

const grid = () =>
  [0, 0.5, 1].map((chance) => [
    s("line", { class: "grid", x1: PAD.left, x2: W - PAD.right, y1: y(chance), y2: y(chance) }),
    s("text", { x: PAD.left - 6, y: y(chance) + 5, "text-anchor": "end" }, `${chance * 100}`),
  ]);

/** Where the names at the lines' ends stand: pushed apart, and none beyond the lower edge. */
export function ends(players, last) {
  const out = players.map((player) => ({ player, at: y(last[player]) })).sort((a, b) => a.at - b.at);
  const top = H - PAD.bottom - APART * (out.length - 1);
  out.forEach((end, i) => {
    end.label = Math.min(i ? Math.max(end.at, out[i - 1].label + APART) : end.at, top + APART * i);
  });
  return out;
}

const line = ({ player, at, label }, rows, n) =>
  s(
    "g",
    { class: `line line-${player}` },
    s("polyline", { points: rows.map((row, i) => `${x(i, n)},${y(row[player])}`).join(" ") }),
    s("line", { class: "leader", x1: W - PAD.right + 1, x2: W - PAD.right + 8, y1: at, y2: label }),
    s(
      "g",
      { class: `pawn-${player}`, transform: `translate(${W - PAD.right + 17} ${label})` },
      s("circle", { r: 7 }),
      mark(player, 3.8),
    ),
    s("text", { x: W - PAD.right + 28, y: label + 5 }, Colour(player)),
  );

/** A turn that cost much, on the line of who played it, where that line has fallen to. */
const spot = (turn, i, rows, n) =>
  turn.mark
    ? s(
        "circle",
        { class: `mark-spot ${turn.mark}`, cx: x(i + 1, n), cy: y(rows[i + 1][turn.player]), r: 6 },
        s(
          "title",
          {},
          `${t("turn.short", { n: turn.turn })}, ${Colour(turn.player)}${sign(":")} ${t(`coach.${turn.mark}`)}`,
        ),
      )
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
    ends(players, rows.at(-1)).map((end) => line(end, rows, n)),
    analysis.turns.map((turn, i) => spot(turn, i, rows, n)),
    here,
    s("text", { x: (W - PAD.right + PAD.left) / 2, y: H - 6, "text-anchor": "middle" }, t("stats.turn")),
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
