// What is said aloud: found in a time that follows the length of the text, whatever stands in it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

globalThis.document = { documentElement: { lang: "en" } };
const { firstSentence } = await import("../../webui/static/shell/kit/voice.js");

const { aloud } = await import("../../webui/static/shell/aloud.js");
const { know } = await import("../../webui/static/shell/kit/sitting.js");
const { use } = await import("../../webui/static/shell/kit/text.js");
const words = (code) =>
  use(code, JSON.parse(readFileSync(new URL(`../../webui/static/lang/${code}.json`, import.meta.url))));

const work = (text) => {
  const before = process.cpuUsage();
  firstSentence(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};

test("the number of a rule is not said", () =>
  assert.equal(firstSentence("A tilt was missed (R16, see there). Play on."), "A tilt was missed."));

for (const unit of [" ", "(R1", "(R", "(R1 ", "1", "(R1)", ". "])
  test(`a text made of ${JSON.stringify(unit)} costs no more than its length`, () => {
    const start = unit === "1" ? "(R" : "";
    const [quarter, whole] = [50_000, 200_000].map((size) => work(start + unit.repeat(size / unit.length)));
    assert.ok(whole < 8 * quarter + 0.3, `${quarter} s, then ${whole} s`);
  });

test("letters of the board are said as words of the language", () => {
  const said = {
    en: ["The arrow on NE is unused. S3, W4.", "The arrow on north-east is unused. south 3, west 4."],
    de: ["Der Pfeil auf SO zeigt auf O1. Rot ist am Zug.", "Der Pfeil auf Südost zeigt auf Ost 1. Rot ist am Zug."],
    fr: ["La flèche de NO, place E2.", "La flèche de nord-ouest, place est 2."],
    it: ["La freccia su SO, O4. E poi?", "La freccia su sud-ovest, ovest 4. E poi?"],
  };
  for (const [code, [written, wanted]] of Object.entries(said)) {
    words(code);
    assert.equal(aloud(written), wanted);
  }
});

test("a pair is that of whoever sits there", () => {
  globalThis.localStorage = { getItem: () => JSON.stringify({ N: "r" }) };
  know({ players: [{ name: "Ada", colour: "r" }], layout: "sides" });
  words("en");
  assert.equal(
    aloud("Tilt the north pair, then the south pair."),
    "Tilt the pair nearest to Ada, then the south pair.",
  );
  words("de");
  assert.equal(aloud("Zuerst das nördliche Paar."), "Zuerst das Paar bei Ada.");
});
