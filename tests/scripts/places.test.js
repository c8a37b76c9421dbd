// From place to place with the arrow keys.

import assert from "node:assert/strict";
import test from "node:test";
import { nextOf } from "../../webui/static/shell/kit/places.js";

const grid = [0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => ({ id: `${x}${y}`, at: [x * 100, y * 100] })));
const of = (id) => grid.find((each) => each.id === id);

test("the nearest place in that direction is next", () => {
  assert.equal(nextOf(grid, of("11"), [1, 0]).id, "21");
  assert.equal(nextOf(grid, of("11"), [0, -1]).id, "10");
  assert.equal(nextOf(grid, of("00"), [1, 0]).id, "10");
});

test("at the edge one stays", () => {
  assert.equal(nextOf(grid, of("21"), [1, 0]).id, "21");
  assert.equal(nextOf(grid, of("00"), [0, -1]).id, "00");
});
