// Arrows on a drawn board: what a turn would do, numbered in its order.

import { s } from "../kit/dom.js";

const AT = 0.3; // so far along an arrow stands its number: arrows often begin at one place

/** The number of an action, on a disc. */
function number(n, [x, y], unit) {
  return s(
    "g",
    { class: "number", transform: `translate(${x} ${y})` },
    s("circle", { r: unit * 0.62 }),
    s("text", { "font-size": unit * 0.9, y: unit * 0.32 }, n),
  );
}

const drawn = (n, d, at, unit, colour) =>
  s(
    "g",
    { class: "way", "data-n": n },
    s("path", { class: "rim", d, "stroke-width": unit * 0.62 }),
    s("path", { class: `ink ${colour}`, d, "stroke-width": unit * 0.36 }),
    number(n, at, unit),
  );

/** The head of an arrow that comes to `to` in the direction [ux, uy]. */
function head([x, y], [ux, uy], long) {
  const wing = (side) => `${x - long * (ux - side * uy * 0.7)} ${y - long * (uy + side * ux * 0.7)}`;
  return `M${wing(1)} L${x} ${y} L${wing(-1)}`;
}

/** A straight arrow; `colour`: a player's letter, or nothing. */
export function arrow(n, from, to, unit, colour = "") {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const long = Math.hypot(dx, dy) || 1;
  const tip = head(to, [dx / long, dy / long], Math.min(unit * 0.9, long / 2));
  const at = [from[0] + dx * AT, from[1] + dy * AT];
  return drawn(n, `M${from.join(" ")} L${to.join(" ")} ${tip}`, at, unit, colour);
}

/** An arrow round a middle, three quarters of a turn, with the clock or against it. */
export function bent(n, [x, y], radius, withClock, unit) {
  const way = withClock ? 1 : -1;
  const at = (degrees) => {
    const angle = (way * degrees * Math.PI) / 180;
    return [x + radius * Math.sin(angle), y - radius * Math.cos(angle)];
  };
  const [from, to] = [at(-120), at(120)];
  const angle = (way * 120 * Math.PI) / 180;
  const along = [way * Math.cos(angle), way * Math.sin(angle)];
  const d = `M${from.join(" ")} A${radius} ${radius} 0 1 ${withClock ? 1 : 0} ${to.join(" ")} ${head(to, along, unit * 0.9)}`;
  return drawn(n, d, from, unit, "");
}

/** A ring round a place where something happens. */
export function ring(n, [x, y], radius, unit, colour = "") {
  const d = `M${x - radius} ${y} a${radius} ${radius} 0 1 0 ${2 * radius} 0 a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
  return drawn(n, d, [x - radius * 0.75, y - radius * 0.75], unit, colour);
}
