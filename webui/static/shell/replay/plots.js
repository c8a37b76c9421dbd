// Plots of a match, drawn as SVG: lead over time, turn times, and what each player did.

import { h, s } from "../kit/dom.js";
import { badge, mark } from "../kit/marks.js";
import { Colour, number, playerName, sign, t } from "../kit/text.js";

const W = 640;
const H = 260;
const PAD = { left: 44, right: 96, top: 14, bottom: 34 };

const x = (i, n) => PAD.left + (n < 2 ? 0 : (i / (n - 1)) * (W - PAD.left - PAD.right));
const y = (value, most) => H - PAD.bottom - (most ? value / most : 0) * (H - PAD.top - PAD.bottom);

/** Round values for the axis: 1, 2 or 5 times a power of ten apart. */
function rounded(most, wanted = 5) {
  const rough = most / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * power).find((each) => each >= rough) || 1;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => Number((i * step).toPrecision(3)));
}

function axes(most, label) {
  const steps = rounded(most);
  return s(
    "g",
    { class: "axes" },
    steps.map((v) => [
      s("line", { class: "grid", x1: PAD.left, x2: W - PAD.right, y1: y(v, most), y2: y(v, most) }),
      s("text", { x: PAD.left - 8, y: y(v, most) + 5, "text-anchor": "end" }, number(v)),
    ]),
    s("text", { x: (PAD.left + W - PAD.right) / 2, y: H - 6, "text-anchor": "middle" }, label),
  );
}

function figure(title, summary, ...children) {
  return h(
    "figure",
    { class: "plot card" },
    h("figcaption", {}, h("h3", {}, title)),
    s("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": `${title}. ${summary}` }, children),
  );
}

/** Spaces gained by each colour, turn by turn; each line ends in its mark and name. */
export function leadPlot(stats) {
  const colours = stats.players.map((player) => player.colour);
  const most = Math.max(4, ...stats.lead.flatMap((row) => colours.map((c) => row[c])));
  const n = stats.lead.length;
  // Names at the lines' ends are pushed apart so that none hides another.
  const ends = colours.map((c) => ({ c, at: y(stats.lead.at(-1)[c], most) })).sort((a, b) => a.at - b.at);
  ends.forEach((end, i) => (end.label = i ? Math.max(end.at, ends[i - 1].label + 20) : end.at));
  const line = ({ c, at, label }) =>
    s(
      "g",
      { class: `line line-${c}` },
      s("polyline", { points: stats.lead.map((row, i) => `${x(i, n)},${y(row[c], most)}`).join(" ") }),
      stats.lead.map((row, i) =>
        i % Math.ceil(n / 12) === 0 && i
          ? s(
              "g",
              { class: `pawn-${c} spot`, transform: `translate(${x(i, n)} ${y(row[c], most)})` },
              s("circle", { r: 7 }),
              mark(c, 3.8),
            )
          : null,
      ),
      s("text", { x: W - PAD.right + 12, y: label + 5 }, Colour(c)),
      s("line", { class: "leader", x1: W - PAD.right + 1, x2: W - PAD.right + 9, y1: at, y2: label }),
    );
  const summary = colours.map((c) => `${Colour(c)} ${number(stats.lead.at(-1)[c])}`).join(", ");
  return figure(t("stats.lead"), summary, axes(most, t("stats.turn")), ends.map(line));
}

/** How long each turn took; a fault carries a mark. */
export function timePlot(stats) {
  const most = Math.max(5, ...stats.turns.map((row) => row.seconds));
  const n = Math.max(2, stats.turns.length);
  const wide = Math.max(3, Math.min(22, (W - PAD.left - PAD.right) / n - 3));
  const bar = (row, i) => {
    const at = x(i, n) + wide / 2;
    const top = y(row.seconds, most);
    return s(
      "g",
      {},
      s("rect", {
        class: `pawn-${row.player} bar`,
        x: at - wide / 2,
        y: top,
        width: wide,
        height: H - PAD.bottom - top,
      }),
      row.fault ? s("text", { class: "fault-mark", x: at, y: top - 4, "text-anchor": "middle" }, "!") : null,
    );
  };
  return figure(
    t("stats.times"),
    stats.players.map((p) => `${playerName(p)}${sign(":")} ${number(p.mean_s)} s`).join(", "),
    axes(most, t("stats.turn")),
    stats.turns.map(bar),
  );
}

/** The numbers, player by player. */
export function playerTable(stats, columns) {
  return h(
    "div",
    { class: "card scroll", tabindex: "0", role: "region", "aria-label": t("stats.players") },
    h(
      "table",
      {},
      h("caption", {}, t("stats.players")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, t("players")),
          columns.map((key) => h("th", { scope: "col" }, t(`stats.${key}`))),
        ),
      ),
      h(
        "tbody",
        {},
        stats.players.map((player) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, badge(player.colour), ` ${playerName(player)}`),
            columns.map((key) =>
              h("td", { class: "tabular" }, key.endsWith("_s") ? `${number(player[key])} s` : player[key]),
            ),
          ),
        ),
      ),
    ),
  );
}
