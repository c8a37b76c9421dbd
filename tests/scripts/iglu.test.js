// IGLU IGLU on the page: spaces, outlines, and words made by taps.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CELLS, groundOf, groups, next, outline } from "../../webui/static/igluiglu/grid.js";
import { offered, route, tapped } from "../../webui/static/igluiglu/steps.js";

test("64 spaces, row 8 at the top", () => {
  assert.equal(CELLS.length, 64);
  const board = ["L######L", "########", "########", "###~~###", "###~~###", "########", "########", "L#####^L"];
  assert.equal(groundOf(board, "a8"), "L");
  assert.equal(groundOf(board, "d5"), "~");
  assert.equal(groundOf(board, "g1"), "^");
});

test("neighbours end at the edge", () => {
  assert.equal(next("c3", "n"), "c4");
  assert.equal(next("a1", "w"), null);
  assert.equal(next("h8", "n"), null);
});

test("an island's outline has one piece for every side on its coast", () => {
  assert.equal(outline(["c3"]).match(/M/g).length, 4);
  assert.equal(outline(["c3", "c4"]).match(/M/g).length, 6);
});

test("equal things on a space are counted together", () => {
  assert.deepEqual(groups("rrb R fox2 fox2"), [
    { kind: "inuit", what: "r", count: 2 },
    { kind: "inuit", what: "b", count: 1 },
    { kind: "igloo", what: "R", count: 1 },
    { kind: "animal", what: "fox2", count: 2 },
  ]);
  assert.deepEqual(groups(undefined), []);
});

const ACT = ["build c3", "done", "hunt c3 fish1 c4", "hunt c3 fox2", "kayak c3 f6", "walk c3 c2", "walk h2 h3"];

test("an Inuit is tapped, then where it goes", () => {
  assert.deepEqual(offered(ACT, []), { cells: ["c3", "h2"], choices: ["done"] });
  assert.equal(tapped(ACT, [{ cell: "c3" }], { cell: "c2" }).word, "walk c3 c2");
  assert.equal(tapped(ACT, [{ cell: "c3" }], { cell: "c4" }).word, "hunt c3 fish1 c4");
});

test("where one space means several things, they are asked in words", () => {
  const own = tapped(ACT, [{ cell: "c3" }], { cell: "c3" });
  assert.equal(own.word, null);
  assert.deepEqual(offered(ACT, own.taps).choices, ["build", "hunt fox2"]);
});

test("a first tap never plays a word by itself", () => {
  assert.equal(tapped(["walk h2 h3", "done"], [], { cell: "h2" }).word, null);
});

test("a tile is named, then its tokens", () => {
  const words = ["keep", "keep melt", "reveal drift", "reveal fish2 1 1", "reveal fish2 1 3"];
  assert.deepEqual(offered(words, []).choices, ["keep", "reveal drift", "reveal fish2"]);
  assert.equal(tapped(words, [], { choice: "reveal drift" }).word, "reveal drift");
  const fish = tapped(words, [], { choice: "reveal fish2" });
  assert.deepEqual(offered(words, fish.taps).choices, ["tokens 1 1", "tokens 1 3"]);
});

test("every kind of word has taps, and no two words the same", () => {
  const words = [...ACT, "place a3", "melt c4", "drift b5 e", "drift b5 e fish1>d6", "move bear4 c3 c4", "flee g a8"];
  words.push("reveal glacier 2", "keep", "keep melt", "play energy2", "play melt c5", "defend g", "pass g", "stop");
  words.push("walk c3 c4 harpoon", "harpoon c3 bear4");
  const routes = words.map((word) => JSON.stringify(route(word)));
  assert.equal(new Set(routes).size, words.length);
});
