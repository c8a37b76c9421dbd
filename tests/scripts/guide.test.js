// The guide: every step that can be due has its words in all languages, and is explained once.

import assert from "node:assert/strict";
import test from "node:test";
import * as ice from "../../webui/static/icecult/guide/steps.js";
import * as iglu from "../../webui/static/igluiglu/guide/steps.js";
import { lesson } from "../../webui/static/shell/kit/guide.js";

const LANGUAGES = ["en", "de", "fr", "it"];
const turn = (more = {}) => ({ tilts: [], owed: [], symbols: [], ...more });
const symbols = [
  { slot: "NW", symbol: "red", status: "open" },
  { slot: "NE", symbol: "circle", status: "open" },
  { slot: "SE", symbol: "arc", status: "unused" },
];
const two = ["Nn", "Ee"];

test("every step has its words in four languages", () => {
  for (const { TEXTS } of [ice, iglu])
    for (const [step, texts] of Object.entries(TEXTS)) {
      assert.deepEqual(Object.keys(texts), LANGUAGES, step);
      for (const text of Object.values(texts)) assert.ok(text.length > 20 && /\.( \(R[\dR, ]+\))?$/.test(text), text);
    }
});

test("ICE CULT: what is due follows the turn", () => {
  const due = (more, view = {}) => ice.due({ waiting: [], turn: turn(more), ...view });
  assert.equal(due({}, { to_put_back: { places: ["N1"] } }), "set-up");
  assert.equal(due({}), "tilt-1");
  assert.equal(due({ tilts: ["Nn"] }), "tilt-2");
  assert.equal(due({ tilts: two, symbols, owed: [{ slot: "NW", actions: ["rN0@NW"] }] }), "enter");
  assert.equal(due({ tilts: two, symbols, owed: [{ slot: "NW", actions: ["rN2.0@NW"] }] }), "move");
  assert.equal(due({ tilts: two, symbols, owed: [{ slot: "NE", actions: ["rN0@NW*NE"] }] }), "circle");
  assert.equal(due({ tilts: two, symbols }), "arc");
  assert.equal(due({ tilts: two, symbols: [] }), "done");
  assert.equal(due({}, { how: "goal" }), "end");
  assert.equal(due({}, { waiting: [{ kind: "fault" }] }), "fault");
});

test("IGLU IGLU: what is due is what the turn wants", () => {
  for (const wants of ["place", "melt", "tile", "drift", "defence", "flee", "animals"])
    assert.equal(iglu.due({ turn: { wants, legal: [], may_end: false } }), wants);
  assert.equal(iglu.due({ turn: { wants: "act", legal: ["walk a3 a4"], may_end: true } }), "act");
  assert.equal(iglu.due({ turn: { wants: "act", legal: ["done"], may_end: true } }), "done");
});

test("a step is explained once", () => {
  assert.match(lesson(ice, "tilt-1", new Set(), "en"), /two tilts/);
  assert.equal(lesson(ice, "tilt-1", new Set(["tilt-1"]), "en"), null);
  assert.equal(lesson(ice, "", new Set(), "en"), null);
});
