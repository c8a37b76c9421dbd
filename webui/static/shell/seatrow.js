// One player of a new match: name, colour, place in the order.

import { h } from "./kit/dom.js";
import { badge, COLOURS } from "./kit/marks.js";
import { Colour, t } from "./kit/text.js";

/** The row of the seat `i`; `parts` are the game's own, and `changed()` draws all rows anew. */
export function seatRow(seats, i, parts, changed) {
  const seat = seats[i];
  const every = parts.coloursFor?.(seats.length) ?? COLOURS;
  const free = every.filter((c) => c === seat.colour || !seats.some((other) => other.colour === c));
  const swap = seats.length === 2 && every.length === 2;
  const move = (by) => () => (seats.splice(i + by, 0, ...seats.splice(i, 1)), changed());
  const recolour = (event) => {
    const taken = seats.find((other) => other !== seat && other.colour === event.target.value);
    if (taken) taken.colour = seat.colour;
    seat.colour = event.target.value;
    changed();
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
      ? h("button", { type: "button", onclick: () => (seats.splice(i, 1), changed()) }, t("players.remove"))
      : null,
  );
}
