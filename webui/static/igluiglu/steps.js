// A word as the taps that make it: spaces on the board, and choices in words where the board alone does not tell.

import { next } from "./drawing/grid.js";

const cell = (name) => ({ cell: name });
const choice = (name) => ({ choice: name });

const ROUTE = {
  place: ([at]) => [cell(at)],
  melt: ([at]) => [cell(at)],
  walk: ([from, to, ...more]) => [cell(from), cell(to), choice(["walk", ...more].join(" "))],
  kayak: ([from, to, ...more]) => [cell(from), cell(to), choice(["kayak", ...more].join(" "))],
  hunt: ([from, animal, at = from]) => [cell(from), cell(at), choice(`hunt ${animal}`)],
  harpoon: ([from, animal, at = from]) => [cell(from), cell(at), choice(`harpoon ${animal}`)],
  build: ([at]) => [cell(at), cell(at), choice("build")],
  drift: ([at, way, ...swim]) => [cell(at), cell(next(at, way)), choice(`drift ${swim.join(" ")}`)],
  move: ([animal, from, to]) => [cell(from), choice(animal), cell(to)],
  flee: ([colour, at]) => [cell(at), choice(`flee ${colour}`)],
  reveal: ([tile, ...tokens]) =>
    tokens.length ? [choice(`reveal ${tile}`), choice(`tokens ${tokens.join(" ")}`)] : [choice(`reveal ${tile}`)],
  keep: ([tile]) => [choice("keep"), choice(tile ? `keep ${tile}` : "keep secret")],
  play: ([tile, at]) => (at ? [choice(`play ${tile}`), cell(at)] : [choice(`play ${tile}`)]),
};

/** The taps that make a word. */
export function route(word) {
  const [verb, ...rest] = word.split(" ");
  return ROUTE[verb]?.(rest) ?? [choice(word)];
}

const same = (a, b) => a.cell === b.cell && a.choice === b.choice;

/** Of these words those that begin with the taps made so far. */
export const left = (words, taps) =>
  words.filter((word) => {
    const steps = route(word);
    return taps.every((tap, i) => steps[i] && same(tap, steps[i]));
  });

/** What can be tapped next: {cells: [...], choices: [...]}, each once, in the order of the words. */
export function offered(words, taps) {
  const steps = left(words, taps)
    .map((word) => route(word)[taps.length])
    .filter(Boolean);
  const unique = (key) => [...new Set(steps.filter((step) => step[key] !== undefined).map((step) => step[key]))];
  return { cells: unique("cell"), choices: unique("choice") };
}

/** The taps after one more, with every step that leaves no choice taken too; `word` once it is whole. */
export function tapped(words, taps, tap) {
  const now = [...taps, tap];
  const rest = left(words, now);
  const whole = rest.find((word) => route(word).length === now.length);
  if (rest.length === 1 && whole) return { taps: now, word: whole };
  const { cells, choices } = offered(words, now);
  const sure = now.length > 1 || tap.choice !== undefined;
  if (sure && !cells.length && choices.length === 1) return tapped(words, now, { choice: choices[0] });
  return { taps: now, word: null };
}
