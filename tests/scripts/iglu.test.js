// IGLU IGLU on the page: spaces, outlines, and words made by taps.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import {
  CELL,
  CELLS,
  cornerOf,
  edges,
  groundOf,
  groups,
  MARGIN,
  next,
  outline,
} from "../../webui/static/igluiglu/drawing/grid.js";
import { HOUSE, HOUSE_TABLES } from "../../webui/static/igluiglu/house.js";
import { coloursFor, seating } from "../../webui/static/igluiglu/setup.js";
import { offered, route, tapped } from "../../webui/static/igluiglu/steps.js";
import { TABLES, wantsText } from "../../webui/static/igluiglu/texts.js";

test("64 spaces, row 8 at the top", () => {
  assert.equal(CELLS.length, 64);
  const board = ["L######L", "########", "########", "###~~###", "###~~###", "########", "########", "L#####^L"];
  assert.equal(groundOf(board, "a8"), "L");
  assert.equal(groundOf(board, "d5"), "~");
  assert.equal(groundOf(board, "g1"), "^");
});

test("the side that is nearest to the viewer is drawn below", () => {
  const at = (cell, turn) => cornerOf(cell, turn).map((value) => (value - MARGIN) / CELL);
  assert.deepEqual(
    [0, 90, 180, 270].map((turn) => at("h1", turn)),
    [
      [7, 7],
      [0, 7],
      [0, 0],
      [7, 0],
    ],
  );
  assert.deepEqual(
    [0, 90, 180, 270].map((turn) => edges(turn).below.join("")),
    ["abcdefgh", "12345678", "hgfedcba", "87654321"],
  );
  assert.deepEqual(
    [0, 90, 180, 270].map((turn) => edges(turn).left.join("")),
    ["87654321", "abcdefgh", "12345678", "hgfedcba"],
  );
});

test("a coast turns with its island", () => {
  const [x, y] = cornerOf("c3", 90);
  const [top, right, bottom, left] = [
    `M${x} ${y}l100 0`,
    `M${x + 100} ${y}l0 100`,
    `M${x + 100} ${y + 100}l-100 0`,
    `M${x} ${y + 100}l0 -100`,
  ];
  assert.equal(outline(["c3"], 90), right + bottom + left + top);
  assert.ok(!outline(["c3", "c4"], 90).includes(right));
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

const places = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

for (const [name, tables] of Object.entries({ texts: TABLES, house: HOUSE_TABLES }))
  test(`${name}: four languages with the same texts, the same places in them, and no raised voice`, () => {
    for (const table of Object.values(tables)) {
      assert.deepEqual(Object.keys(table).sort(), Object.keys(tables.en).sort());
      for (const [key, text] of Object.entries(table)) {
        assert.deepEqual([...new Set(places(text))], [...new Set(places(tables.en[key]))], key);
        assert.ok(text.trim() && !text.includes("!"), key);
      }
    }
  });

test("every house rule has a name, and every choice a name and a sentence", () => {
  for (const [rule, choices] of Object.entries(HOUSE))
    for (const key of [rule, ...choices.flatMap((choice) => [`${rule}.${choice}`, `${rule}.${choice}.why`])])
      assert.ok(HOUSE_TABLES.en[key], key);
});

test("every text that the scripts ask for exists", () => {
  const folder = new URL("../../webui/static/igluiglu/", import.meta.url);
  for (const file of readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".js"))) {
    const source = readFileSync(new URL(file, folder), "utf-8");
    for (const [, key] of source.matchAll(/(?<![\w.])say\("([\w.-]+)"/g)) assert.ok(TABLES.en[key], `${file}: ${key}`);
    for (const [, key] of source.matchAll(/houseText\("([\w.-]+)"/g))
      assert.ok(HOUSE_TABLES.en[key], `${file}: ${key}`);
  }
});

test("two players are red and blue, whoever begins", () => {
  const seats = [{ colour: "y" }, { colour: "r" }];
  seating(seats);
  assert.deepEqual(
    seats.map((seat) => seat.colour),
    ["b", "r"],
  );
  assert.deepEqual(coloursFor(2), ["r", "b"]);
  assert.equal(coloursFor(3).length, 4);
});

test("where a camera watches nobody is told to tap", () => {
  const wants = Object.keys(TABLES.en).filter((key) => key.startsWith("wants."));
  const text = (key, source) => wantsText({ match: { source }, turn: { wants: key.slice(6), player: "r" } });
  assert.ok(wants.some((key) => /\btap\b/i.test(text(key, "hand"))));
  for (const key of wants) assert.doesNotMatch(text(key, "camera"), /\btap\b/i);
  for (const [language, table] of Object.entries(TABLES))
    for (const key of ["melt", "drift", "animals", "act"]) assert.ok(table[`seen.${key}`], `${language} ${key}`);
});
