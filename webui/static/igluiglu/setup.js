// IGLU IGLU before a match: how the ice is laid, who may have which colour, the fish in the middle.

import { h, put, s } from "../shell/kit/dom.js";
import { Board } from "./drawing/board.js";
import { houseText } from "./house.js";

export { BoardStep } from "./boardstep.js";
export { HOUSE, houseText } from "./house.js";

/** In which order players are entered. */
export const orderText = () => houseText("order");

export const STEPS = ["lay", "camera", "board", "players"];

/** All boxes have the same tiles: nothing is learned. */
export const LEARNS = false;

const MIDDLE = ["d4", "d5", "e4", "e5"];
const ROWS = ["L######L", "########", "########", "###~~###", "###~~###", "########", "########", "L######L"];
const values = [2, 2, 2, 2];

/** Two players are red and blue; with more any colours will do. */
export function seating(seats) {
  if (seats.length !== 2) return;
  const [first, second] = seats;
  if (!"rb".includes(first.colour)) first.colour = second.colour === "r" ? "b" : "r";
  if (second.colour === first.colour || !"rb".includes(second.colour)) second.colour = first.colour === "r" ? "b" : "r";
}

/** The colours that a number of players may choose from. */
export const coloursFor = (count) => (count === 2 ? ["r", "b"] : ["r", "y", "g", "b"]);

const state = () => ({
  board: ROWS,
  on: Object.fromEntries(MIDDLE.map((cell, i) => [cell, `fish${values[i]}`])),
});

/** The guide: what to lay where, beside a picture of it; `onReady()` when it lies. */
export function showLay(node, onReady) {
  const svg = s("svg", { class: "board lay-board", role: "img" });
  new Board(svg).show({ state: state() }, false);
  const line = (key) => h("li", {}, houseText(`lay.${key}`));
  put(
    node,
    h(
      "div",
      { class: "lay" },
      svg,
      h("ol", { class: "lay-steps" }, ["tiles", "tokens", "fish", "people", "place", "secret"].map(line)),
    ),
    h("button", { type: "button", class: "main-action", id: "laid", onclick: onReady }, houseText("lay.go")),
  );
}

/** What else has to be known before the match: the fish that were drawn. */
export function showMore(node) {
  const one = (cell, i) =>
    h(
      "label",
      { class: "fish-value" },
      `${houseText("fish.one", { a: cell })} `,
      h(
        "select",
        { "data-fish": cell, onchange: (event) => (values[i] = Number(event.target.value)) },
        [1, 2, 3].map((value) => h("option", { value, selected: values[i] === value }, value)),
      ),
    );
  put(
    node,
    h(
      "fieldset",
      { class: "house" },
      h("legend", {}, houseText("fish.title")),
      h("div", { class: "row" }, MIDDLE.map(one)),
    ),
  );
}

/** How the table stands when the match begins. */
export const start = () => ({ centre: [...values] });
