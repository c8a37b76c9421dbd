// The words of IGLU IGLU on the page, in four languages; the referee's own sentences come from the server.

import { Colour, current, fill } from "../shell/kit/text.js";
import { WORDS as DE } from "./words/de.js";
import { WORDS as EN } from "./words/en.js";
import { WORDS as FR } from "./words/fr.js";
import { WORDS as IT } from "./words/it.js";

export const TABLES = { en: EN, de: DE, fr: FR, it: IT };

/** A text of this game in the page's language, its {places} filled. */
export function say(key, params) {
  return fill((TABLES[current()] ?? EN)[key] ?? key, params);
}

const colour = (letter) => say(`Colour.${letter}`);

/** "fox of 2", "polar bear". */
export const animalText = (name) => say(name.slice(0, -1), { n: name.at(-1) });

/** "harpoon", "energy 2". */
export const tileText = (kind) => say(`tile.${kind.replace(/\d$/, "")}`, { n: kind.at(-1) });

/** A tile's name as a title. */
const titled = (name) => name[0].toUpperCase() + name.slice(1);

/** One group of things on a space in words. */
export function thingText({ kind, what, count }) {
  const one = kind === "animal" ? animalText(what) : say(kind, { colour: colour(what.toLowerCase()) });
  return count > 1 ? say("several", { n: count, what: one }) : one;
}

const swims = (words) =>
  words.map((word) => {
    const [animal, a] = word.split(">");
    return say("swims", { animal: animalText(animal), a });
  });

const TOLD = {
  walk: ([a, b, harpoon]) => [say("walk", { a, b }), harpoon ? say("with-harpoon") : ""],
  kayak: ([a, b, harpoon]) => [say("kayak", { a, b }), harpoon ? say("with-harpoon") : ""],
  hunt: ([a, animal]) => [say("hunt", { a, animal: animalText(animal) })],
  harpoon: ([a, animal]) => [say("harpoon", { a, animal: animalText(animal) })],
  drift: ([a, way, ...more]) => [say("drift", { a, way: say(`way.${way}`) }), ...swims(more)],
  move: ([animal, a, b]) => [say("move", { animal: animalText(animal), a, b })],
  flee: ([letter, a]) => [say("flee", { colour: colour(letter), a })],
  reveal: ([tile, ...tokens]) => [
    say("reveal", { tile: tileText(tile) }),
    tokens.length ? say("tokens", { n: tokens.join(", ") }) : "",
  ],
  keep: ([tile]) => [tile ? say("keep-as", { tile: tileText(tile) }) : say("keep")],
  play: ([tile, a]) => [say("play", { tile: titled(tileText(tile)) }), a ?? ""],
  defend: ([letter]) => [say("defend", { colour: colour(letter) })],
  pass: ([letter]) => [say("pass", { colour: colour(letter) })],
};

/** A word of a turn as a player would say it. */
export function actionText(word) {
  const [verb, ...rest] = word.split(" ");
  const told = TOLD[verb]?.(rest) ?? [say(verb, { a: rest[0], b: rest[1] })];
  return told.filter(Boolean).join(" · ");
}

const CHOICE = {
  walk: ([harpoon]) => [say("do.walk"), harpoon ? say("with-harpoon") : ""],
  kayak: ([harpoon]) => [say("do.kayak"), harpoon ? say("with-harpoon") : ""],
  hunt: ([animal]) => [say("do.hunt", { animal: animalText(animal) })],
  harpoon: ([animal]) => [say("do.harpoon", { animal: animalText(animal) })],
  build: () => [say("do.build")],
  drift: (more) => (more.filter(Boolean).length ? swims(more.filter(Boolean)) : [say("do.drift")]),
  flee: ([letter]) => [say("do.flee", { colour: colour(letter) })],
  reveal: ([tile]) => [tileText(tile)],
  tokens: (values) => [values.filter(Boolean).length ? say("tokens", { n: values.join(", ") }) : say("no-tokens")],
  keep: ([tile]) => [
    tile === "secret" ? say("keep-secret") : tile ? say("keep-as", { tile: tileText(tile) }) : say("keep"),
  ],
};

/** A choice below the board in words. */
export function choiceText(text) {
  const [verb, ...rest] = text.split(" ");
  if (/^(fish|fox|bear)\d$/.test(verb)) return animalText(verb);
  return CHOICE[verb] ? CHOICE[verb](rest).filter(Boolean).join(" · ") : actionText(text);
}

/** What a turn that broke a rule is called in lists. */
export const ruleName = () => say("fault");

/** What is to be done now; where a camera watches, nobody has to tap it. */
export function wantsText({ match, turn }) {
  const seen = match.source === "camera" && EN[`seen.${turn.wants}`];
  return say(`${seen ? "seen" : "wants"}.${turn.wants}`, { colour: Colour(turn.who || turn.player) });
}
