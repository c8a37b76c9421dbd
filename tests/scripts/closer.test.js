// How close the camera's picture is shown.

import assert from "node:assert/strict";
import test from "node:test";
import { closer } from "../../webui/static/shell/camera/marks.js";

const inside = ({ scale, x, y }, [px, py]) => [px * scale + x, py * scale + y];

test("a small board fills the frame, and none of it is cut", () => {
  const points = [
    [400, 200],
    [500, 200],
    [450, 260],
  ];
  const shown = closer(points, [1000, 600]);
  assert.ok(shown.scale > 3);
  for (const [x, y] of points.map((each) => inside(shown, each))) {
    assert.ok(x > 0 && x < 1000 && y > 0 && y < 600);
  }
});

test("the picture always covers the frame", () => {
  const shown = closer(
    [
      [0, 0],
      [60, 40],
    ],
    [1000, 600],
  );
  assert.deepEqual(inside(shown, [0, 0]), [0, 0]);
  const far = closer(
    [
      [940, 560],
      [1000, 600],
    ],
    [1000, 600],
  );
  assert.deepEqual(inside(far, [1000, 600]), [1000, 600]);
});

test("a board that nearly fills the picture is left as it is", () => {
  const whole = [
    [100, 60],
    [900, 540],
  ];
  assert.deepEqual(closer(whole, [1000, 600]), { scale: 1, x: 0, y: 0 });
});
