// One seat of a new match: who sits there, in which colour, and before whom.

import { h } from "./kit/dom.js";
import { badge } from "./kit/marks.js";
import { Colour, t } from "./kit/text.js";

/** A seat with its name and colour; `onChange` where another order, colour or number of seats is to be shown. */
export function seatRow(seat, i, { seats, every, onChange }) {
  const free = every.filter((c) => c === seat.colour || !seats.some((other) => other.colour === c));
  const swap = seats.length === 2 && every.length === 2;
  const move = (by) => () => (seats.splice(i + by, 0, ...seats.splice(i, 1)), onChange());
  const recolour = (event) => {
    const taken = seats.find((other) => other !== seat && other.colour === event.target.value);
    if (taken) taken.colour = seat.colour;
    seat.colour = event.target.value;
    onChange();
  };
  return h(
    "li",
    { class: "seat row" },
    badge(seat.colour),
    h("label", { class: "visually-hidden", for: `name${i}` }, t("players.name", { n: i + 1 })),
    h("input", {
      type: "text",
      id: `name${i}`,
      maxlength: 60,
      autocomplete: "off",
      list: "club-names",
      placeholder: t("players.name", { n: i + 1 }),
      value: seat.name,
      oninput: (event) => (seat.name = event.target.value),
    }),
    h("label", { class: "visually-hidden", for: `colour${i}` }, t("players.colour", { n: i + 1 })),
    h(
      "select",
      { id: `colour${i}`, onchange: recolour },
      (swap ? every : free).map((c) => h("option", { value: c, selected: c === seat.colour }, Colour(c))),
    ),
    i ? h("button", { type: "button", onclick: move(-1) }, t("players.earlier")) : null,
    seats.length > 2
      ? h("button", { type: "button", onclick: () => (seats.splice(i, 1), onChange()) }, t("players.remove"))
      : null,
  );
}
