// The board of IGLU IGLU, drawn from a state: sea, ice, glaciers and land, what stands there, islands and offers.

import { put, s, still } from "../../shell/kit/dom.js";
import { mark } from "../../shell/kit/marks.js";
import { sign } from "../../shell/kit/text.js";
import { say, thingText } from "../texts.js";
import { CELL, CELLS, cornerOf, EXTENT, edges, groundOf, groups, MARGIN, middleOf, outline } from "./grid.js";
import { piece } from "./pieces.js";

const SPOTS = {
  1: [[0, 0, 1]],
  2: [
    [-22, 0, 0.62],
    [22, 0, 0.62],
  ],
  4: [
    [-23, -22, 0.62],
    [23, -22, 0.62],
    [-23, 24, 0.62],
    [23, 24, 0.62],
  ],
  9: [-30, 0, 30].flatMap((y) => [-31, 0, 31].map((x) => [x, y, 0.44])),
};

const spots = (n) => SPOTS[n <= 2 ? n : n <= 4 ? 4 : 9];

/** A space in words for those who listen: "c4: ice, red Inuit". */
export function describeCell(state, cell) {
  const ground = say(`ground.${groundOf(state.board, cell)}`);
  return `${cell}${sign(":")} ${[ground, ...groups(state.on[cell]).map(thingText)].join(", ")}`;
}

function ground(kind, [x, y]) {
  if (kind === "~") return null;
  if (kind === "L") return s("rect", { class: "land", x: x + 2, y: y + 2, width: CELL - 4, height: CELL - 4, rx: 22 });
  const tile = s("rect", { class: "ice", x: x + 3, y: y + 3, width: CELL - 6, height: CELL - 6, rx: 9 });
  if (kind === "#") return tile;
  const d = `M${x + 14} ${y + 82} L${x + 38} ${y + 22} L${x + 52} ${y + 46} L${x + 66} ${y + 14} L${x + 88} ${y + 82} Z`;
  return s("g", {}, tile, s("path", { class: "glacier", d }));
}

/** What stands on one space; a space that is offered stays tappable above it. */
function standing(text, cell, turn) {
  const things = groups(text).slice(0, 9);
  const [x, y] = middleOf(cell, turn);
  const place = spots(things.length);
  return s(
    "g",
    { class: "standing", "data-on": cell, transform: `translate(${x} ${y})` },
    things.map((thing, i) =>
      s("g", { transform: `translate(${place[i][0]} ${place[i][1]}) scale(${place[i][2]})` }, piece(thing)),
    ),
  );
}

/** Who gets what for an island, as marks with numbers, two in a row; on an empty tile of it where there is one. */
function shares(each, best, state, turn) {
  const empty = each.cells.find((cell) => !state.on[cell]);
  const [x, y] = middleOf(empty ?? each.cells[0], turn);
  const top = empty ? y - 12 * (Math.ceil(best.length / 2) - 1) : y - 46;
  const one = ([colour, points], i) => {
    const alone = best.length === 1 || (i === 2 && best.length === 3);
    const at = `translate(${x + (alone ? 0 : i % 2 ? 24 : -24)} ${top + 24 * Math.floor(i / 2)})`;
    return s(
      "g",
      { class: `share pawn-${colour}`, transform: at },
      s("rect", { class: "share-disc", x: -23, y: -11, width: 46, height: 22, rx: 11 }),
      s("g", { transform: "translate(-12 0)" }, mark(colour, 6)),
      s("text", { class: "share-points", x: 7, y: 6, "text-anchor": "middle" }, points),
    );
  };
  return best.map(one);
}

function island(each, state, turn) {
  const best = Object.entries(each.points)
    .filter(([, points]) => points > 0)
    .sort((a, b) => b[1] - a[1]);
  const leads = best.length && (best.length === 1 || best[1][1] < best[0][1]) ? `lead-${best[0][0]}` : "";
  const told = best.map(([colour, points]) => `${say(`Colour.${colour}`)} ${points}`).join(", ");
  return {
    coast: s("path", { class: `coast ${leads}`, d: outline(each.cells, turn) }),
    label: s("g", { class: "island", role: "img", "aria-label": told }, shares(each, best, state, turn)),
  };
}

export class Board {
  /** Draw into `svg`; `board.show(scene)` does the rest. */
  constructor(svg) {
    this.svg = svg;
    this.layers = Object.fromEntries(
      ["ground", "islands", "pieces", "shares", "marks", "ways", "taps"].map((name) => [
        name,
        s("g", { class: `layer-${name}` }),
      ]),
    );
    svg.setAttribute("viewBox", `0 0 ${EXTENT} ${EXTENT}`);
    svg.classList.add("iglu");
    const sea = s("rect", { class: "sea", x: MARGIN, y: MARGIN, width: 8 * CELL, height: 8 * CELL, rx: 16 });
    this.names = s("g", { "aria-hidden": "true" });
    put(svg, sea, this.names, Object.values(this.layers));
    this.#face(0);
  }

  /** Turn everything by so many degrees. */
  #face(turn) {
    this.turn = turn;
    put(this.layers.marks);
    const { below, left } = edges(turn);
    const name = (text, x, y) => s("text", { class: "grid-name", x, y, "text-anchor": "middle" }, text);
    put(
      this.names,
      below.map((text, i) => name(text, MARGIN + (i + 0.5) * CELL, EXTENT - 9)),
      left.map((text, i) => name(text, 15, MARGIN + (i + 0.5) * CELL + 7)),
    );
  }

  /** Show a scene: {state, islands, turn}; spaces that changed since the last one flash once. */
  show(scene, animate = true) {
    const { state, turn = 0 } = scene;
    if (turn !== this.turn) this.#face(turn);
    put(
      this.layers.ground,
      CELLS.map((cell) => ground(groundOf(state.board, cell), cornerOf(cell, turn))),
    );
    put(
      this.layers.pieces,
      Object.entries(state.on).map(([cell, text]) => standing(text, cell, turn)),
    );
    const islands = (scene.islands ?? []).map((each) => island(each, state, turn));
    put(
      this.layers.islands,
      islands.map((each) => each.coast),
    );
    put(
      this.layers.shares,
      islands.map((each) => each.label),
    );
    if (animate && this.state && !still() && !document.hidden) this.#flash(this.state, state);
    this.state = state;
    const words = CELLS.filter((cell) => state.on[cell]).map((cell) => describeCell(state, cell));
    this.svg.setAttribute("aria-label", `${say("board")}. ${words.join(`${sign(";")} `)}`);
  }

  /** Draw these arrows over everything, in place of others. */
  point(ways) {
    put(this.layers.ways, ways);
  }

  #flash(before, now) {
    const changed = CELLS.filter(
      (cell) => before.on[cell] !== now.on[cell] || groundOf(before.board, cell) !== groundOf(now.board, cell),
    );
    put(
      this.layers.marks,
      changed.map((cell) => {
        const [x, y] = cornerOf(cell, this.turn);
        return s("rect", { class: "flash", x: x + 3, y: y + 3, width: CELL - 6, height: CELL - 6, rx: 9 });
      }),
    );
  }
}
