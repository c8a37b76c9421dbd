// What is written as a letter, said in words: "NE" is the north-east cube, "N3" north three; a pair is somebody's.

import { sits } from "./kit/sitting.js";
import { t } from "./kit/text.js";

const SIDES = [..."NESW"];
const SLOTS = ["NW", "NE", "SE", "SW"];

/** A text as it is said aloud. */
export function aloud(text) {
  const near = (said, side) =>
    sits(side) ? said.replaceAll(t(`aloud.pair.${side}`), t("aloud.near", { name: sits(side) })) : said;
  const names = new Map([
    ...SLOTS.map((slot) => [t(`slot.${slot}`), t(`aloud.${slot}`)]),
    ...SIDES.map((side) => [t(`side.${side}`), t(`aloud.${side}`)]),
  ]);
  const letters = /(?<![\p{L}\d])(?:([NS][EOW])|([NESOW])(\d))(?![\p{L}\d])/gu; // a letter alone may be a word
  const word = (whole, slot, side, number) =>
    names.get(slot) ?? (names.has(side) ? `${names.get(side)} ${number}` : whole);
  return SIDES.reduce(near, text).replace(letters, word);
}
