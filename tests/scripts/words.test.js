// Action words taken apart.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { documentElement: { lang: "en" } };
const { parse } = await import("../../webui/static/icecult/words.js");
const { use } = await import("../../webui/static/shell/kit/text.js");

test("every kind of word is known by its form", () => {
  assert.deepEqual(parse("Nn"), { kind: "tilt", word: "Nn", pair: "N", roll: "n" });
  assert.deepEqual(parse("NE+@SW"), { kind: "turn", word: "NE+@SW", cube: "NE", way: "+", arc: "SW" });
  const step = {
    kind: "step",
    word: "yE2.0@NE*SW",
    colour: "y",
    path: "E",
    space: 2,
    height: 0,
    arrow: "NE",
    circle: "SW",
  };
  assert.deepEqual(parse("yE2.0@NE*SW"), step);
});

test("a height is a number only where it is written", () => assert.equal(parse("yE2@NE").height, null));

test("what is no word is null", () => {
  for (const text of ["", "Nx", "yE@NE", "NE*@SW", "done"]) assert.equal(parse(text), null);
});

test("texts fill their places and leave unknown ones alone", async () => {
  use("en", { greeting: "{a} and {b}" });
  const { t } = await import("../../webui/static/shell/kit/text.js");
  assert.equal(t("greeting", { a: "one" }), "one and {b}");
  assert.equal(t("missing.key"), "missing.key");
});
