// How everybody stands in a tournament, with why in words; the page, the wall and phones share it.

import { h } from "../shell/kit/dom.js";
import { number, t } from "../shell/kit/text.js";

/** Why somebody stands below the one above, in a sentence; nothing for the first. */
export function why(view, at) {
  const row = view.standings[at];
  if (!row.by) return "";
  const { more, less } = view.more[at];
  const said = (value) => (typeof value === "number" || /^[\d.]+$/.test(value) ? number(Number(value)) : value);
  return t(`cup.by.${row.by}`, { above: view.standings[at - 1].name, more: said(more), less: said(less) });
}

const COLUMNS = [
  ["played", () => t("people.matches")],
  ["wins", () => t("people.wins")],
  ["points", () => t("club.points")],
  ["opponents", () => t("cup.opponents")],
  ["byes", () => t("cup.byes-count")],
];

/** The standings as a table. */
export function standings(view) {
  const columns = view.game === "iglu" ? COLUMNS : COLUMNS.filter(([key]) => key !== "points");
  const head = [t("players"), ...columns.map(([, name]) => name()), t("cup.why")];
  const line = (row, at) =>
    h(
      "tr",
      {},
      h("td", { class: "tabular" }, row.place),
      h("th", { scope: "row" }, row.name),
      columns.map(([key]) => h("td", { class: "tabular" }, number(row[key]))),
      h("td", { class: "soft" }, why(view, at)),
    );
  return h(
    "table",
    {},
    h("caption", { class: "visually-hidden" }, t("club.standings")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        head.map((text) => h("th", { scope: "col" }, text)),
      ),
    ),
    h("tbody", {}, view.standings.map(line)),
  );
}
