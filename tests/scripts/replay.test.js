// The order of a replay's pictures, its faults, and turns in addresses.

import assert from "node:assert/strict";
import { test } from "node:test";
import { faultFrom, firstOf, framesOf } from "../../webui/static/shell/replay/frames.js";
import { asked } from "../../webui/static/shell/replay/link.js";

const turn = (number, legal, steps) => ({
  number,
  legal,
  steps: Array.from({ length: steps }, (_, k) => ({ word: k })),
});
const replay = {
  start: { state: 0 },
  turns: [turn(1, true, 3), turn(2, false, 1), turn(3, null, 2), turn(4, false, 3)],
};
const told = (frames) => frames.map(({ turn: one, k }) => `${one?.number ?? 0}.${k}`);

test("every picture comes once, and a turn without steps has one", () => {
  assert.deepEqual(told(framesOf(replay)), ["0.0", "1.1", "1.2", "2.0", "3.1", "4.1", "4.2"]);
  assert.deepEqual(told(framesOf(replay, 4)), ["4.0", "4.1", "4.2"]);
  assert.equal(firstOf(framesOf(replay), 3), 4);
});

test("faults are found ahead and behind", () => {
  const frames = framesOf(replay);
  assert.deepEqual(
    frames.map((_, at) => faultFrom(frames, at, 1)),
    [3, 3, 3, 6, 6, 6, -1],
  );
  assert.deepEqual(
    frames.map((_, at) => faultFrom(frames, at, -1)),
    [-1, -1, -1, -1, 3, 3, 3],
  );
});

test("an address asks for a turn, or for none", () => {
  assert.deepEqual(asked({ hash: "#turn-14", search: "" }), { turn: 14, step: null });
  assert.deepEqual(asked({ hash: "#turn-14.3", search: "" }), { turn: 14, step: 3 });
  assert.deepEqual(asked({ hash: "", search: "?turn=7&embed=1" }), { turn: 7, step: null });
  for (const hash of ["", "#turn-", "#turn-0", "#turn-1x", "#other"]) assert.equal(asked({ hash, search: "" }), null);
});
