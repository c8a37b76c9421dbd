// The players' clocks, as the page reckons them between two views.

import assert from "node:assert/strict";
import test from "node:test";
import { clockOf, clockText, turnClock, turnSeconds } from "../../webui/static/shell/table/clock.js";

const view = (clock = {}, turn = {}) => ({
  turn: { player: "r", since: 100, ...turn },
  clock: {
    used: { r: 40, y: 7 },
    counted: { r: 30, y: 7 },
    turn_s: 0,
    match_s: 0,
    delay_s: 0,
    paused_s: null,
    ...clock,
  },
});

test("without limits a clock counts what was used, the running one on top", () => {
  assert.deepEqual(clockOf(view(), "r", 112), { seconds: 52, left: false });
  assert.deepEqual(clockOf(view(), "y", 112), { seconds: 7, left: false });
  assert.equal(clockText(clockOf(view(), "r", 112)), "00:52");
});

test("with a limit it runs down, and the free seconds of a turn do not count", () => {
  const timed = view({ match_s: 60, delay_s: 10 });
  assert.equal(clockOf(timed, "r", 108).seconds, 30);
  assert.equal(clockOf(timed, "r", 125).seconds, 15);
  assert.equal(clockText(clockOf(timed, "r", 145.5)), "−00:06");
});

test("a turn has its own limit", () => {
  assert.equal(turnClock(view({ turn_s: 30 }), 125).seconds, 5);
  assert.equal(clockText(turnClock(view({ turn_s: 30 }), 125.4)), "00:05");
});

test("a pause stands still, and after the match nothing runs", () => {
  assert.equal(turnSeconds(view({ paused_s: 9 }), 900), 9);
  assert.equal(turnSeconds({ ...view(), how: "goal" }, 900), 0);
});
