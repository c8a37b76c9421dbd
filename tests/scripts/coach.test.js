// What the coach's panel computes: names at the ends of lines, verdicts on what was tried, what was no choice.

import assert from "node:assert/strict";
import { test } from "node:test";
import { given } from "../../webui/static/igluiglu/coach/given.js";
import { ends } from "../../webui/static/shell/coach/graph.js";
import { judged, mistakesOf } from "../../webui/static/shell/coach/marked.js";

test("names at the ends of lines stand apart, in the order of the lines, and inside the picture", () => {
  const found = ends(["r", "y", "g", "b"], { r: 0.02, y: 0.01, g: 0.96, b: 0.01 });
  assert.equal(found[0].player, "g");
  for (let i = 1; i < found.length; i += 1) assert.ok(found[i].label - found[i - 1].label >= 19);
  assert.ok(found.at(-1).label <= 192);
});

test("what was tried is good without a mark, better than what was played, or no better", () => {
  const tried = (chance, mark = "slip", wins = false) => ({ tried: { chances: { r: chance }, wins }, mark });
  const played = { chances: { r: 0.3 } };
  assert.equal(judged(tried(0.6, ""), played, "r"), "good");
  assert.equal(judged(tried(0.3, "slip", true), played, "r"), "good");
  assert.equal(judged(tried(0.4), played, "r"), "better");
  assert.equal(judged(tried(0.303), played, "r"), "worse");
});

test("one learns from one's own marked turns alone", () => {
  const turn = (player, mark, best = [{}]) => ({ player, mark, best });
  const turns = [turn("r", "slip"), turn("y", "slip"), turn("r", ""), turn("r", "mistake", [])];
  assert.deepEqual(mistakesOf({ turns }, "r"), [turns[0]]);
});

test("what a tile showed is no choice of the player", () => {
  assert.deepEqual(given(["melt f5", "reveal glacier 2", "build a2", "done"]), ["melt f5", "reveal glacier 2"]);
  assert.deepEqual(given(["melt f5", "keep"]), ["melt f5", "keep"]);
});
