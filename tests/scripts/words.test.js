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

test("a word goes with its number, as the language has it", async () => {
  const { t } = await import("../../webui/static/shell/kit/text.js");
  const said = (code, n) => {
    use(code, { seen: "{n} {n:one|many}" });
    return t("seen", { n });
  };
  assert.deepEqual(
    [0, 1, 2, "1"].map((n) => said("en", n)),
    ["0 many", "1 one", "2 many", "1 one"],
  );
  assert.deepEqual(
    [0, 1, 2].map((n) => said("fr", n)),
    ["0 one", "1 one", "2 many"],
  );
});

test("a French line ends before no mark, whoever says it", async () => {
  const { sign, t } = await import("../../webui/static/shell/kit/text.js");
  const { say } = await import("../../webui/static/igluiglu/texts.js");
  const { houseText } = await import("../../webui/static/igluiglu/house.js");
  use("fr", { where: "où ? « ici » : {a} ; là" });
  assert.equal(t("where", { a: "b" }), "où\u00a0? «\u00a0ici\u00a0»\u00a0: b\u00a0; là");
  assert.equal(sign(":"), "\u00a0:");
  for (const text of [say("wants.tile"), say("reveal", { tile: "x" }), houseText("all")]) {
    assert.match(text, /\u00a0[:?]/);
    assert.doesNotMatch(text, / [:;?]/);
  }
  use("en", { where: "where : there" });
  assert.equal(t("where") + sign(":"), "where : there:");
});

test("texts fill their places and leave unknown ones alone", async () => {
  use("en", { greeting: "{a} and {b}" });
  const { t } = await import("../../webui/static/shell/kit/text.js");
  assert.equal(t("greeting", { a: "one" }), "one and {b}");
  assert.equal(t("missing.key"), "missing.key");
});
