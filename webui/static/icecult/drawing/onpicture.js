// What the referee writes on the camera's picture: the letters of the paths and cubes, and the moves that are owed.

import { s } from "../../shell/kit/dom.js";
import { sits } from "../../shell/kit/sitting.js";
import { t } from "../../shell/kit/text.js";
import { parse } from "../words.js";
import { PATHS, SLOTS } from "./plan.js";

const mean = (points) => [0, 1].map((k) => points.reduce((sum, each) => sum + each[k], 0) / points.length);

/** Beside a cube, on the table: outwards from the block's middle, as far as a label needs. */
function beside([x, y], [cx, cy], unit) {
  const far = Math.hypot(x - cx, y - cy) || 1;
  const times = (far * 1.75 + unit * 1.1) / far;
  return [cx + (x - cx) * times, cy + (y - cy) * times];
}

/** A letter on a disc, readable on any table. */
function letter(text, [x, y], unit, kind) {
  const half = unit * (0.55 + 0.3 * text.length);
  return s(
    "g",
    { class: `mark ${kind}`, "data-mark": text, transform: `translate(${x} ${y})` },
    s("rect", { x: -half, y: -unit * 0.85, width: 2 * half, height: unit * 1.7, rx: unit * 0.85 }),
    s("text", { "font-size": unit * 1.25, y: unit * 0.44 }, text),
  );
}

/** The letters of the paths at their tips, and of the cubes beside the block. */
export function letters(places, unit) {
  const cubes = SLOTS.filter((slot) => places[slot]);
  const middle = cubes.length === SLOTS.length ? mean(cubes.map((slot) => places[slot])) : null;
  return [
    ...PATHS.filter((path) => places[`goal${path}`]).map((path) =>
      letter([t(`side.${path}`), sits(path)].filter(Boolean).join(" "), places[`goal${path}`], unit * 1.2, "path"),
    ),
    ...(middle ? cubes.map((slot) => letter(t(`slot.${slot}`), beside(places[slot], middle, unit), unit, "slot")) : []),
  ];
}

/** From where to where a step goes. */
function way({ path, space, arrow }, places) {
  const next = places[`${path}${space + 1}`] ?? places[`goal${path}`];
  return [places[space ? `${path}${space}` : arrow], next];
}

function arrow([from, to], unit, colour) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const long = Math.hypot(dx, dy) || 1;
  const head = Math.min(unit * 0.9, long / 2);
  const [ux, uy] = [dx / long, dy / long];
  const wing = (side) => `${to[0] - head * (ux - side * uy * 0.7)} ${to[1] - head * (uy + side * ux * 0.7)}`;
  const d = `M${from.join(" ")} L${to.join(" ")} M${wing(1)} L${to.join(" ")} L${wing(-1)}`;
  return s(
    "g",
    { class: "owed-way", "data-colour": colour },
    s("path", { class: "rim", d, "stroke-width": unit * 0.55 }),
    s("path", { class: `ink ${colour}`, d, "stroke-width": unit * 0.3 }),
  );
}

/** One way to serve each symbol that is owed, as an arrow on the table itself. */
export function owedWays(view, places, unit) {
  const first = view.turn.owed.map(({ actions }) => parse(actions[0])).filter(Boolean);
  return first
    .map((step) => [way(step, places), step.colour])
    .filter(([ends]) => ends[0] && ends[1])
    .map(([ends, colour]) => arrow(ends, unit, colour));
}

/** Everything that is written on the live picture of a match. */
export const onPicture = (view, places, unit) => [
  ...(view.how ? [] : owedWays(view, places, unit)),
  ...letters(places, unit),
];
