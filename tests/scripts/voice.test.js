// What is said aloud: found in a time that follows the length of the text, whatever stands in it.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { documentElement: { lang: "en" } };
const { firstSentence } = await import("../../webui/static/shell/kit/voice.js");

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
