// The map from the board's plane to the picture.

import assert from "node:assert/strict";
import { test } from "node:test";
import { homography } from "../../webui/static/icecult/homography.js";

const SQUARE = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

test("the four points are met, and so are the lines between them", () => {
  const seen = [
    [100, 80],
    [520, 120],
    [600, 470],
    [40, 410],
  ];
  const map = homography(SQUARE, seen);
  SQUARE.forEach((point, i) => {
    map(point).forEach((value, k) => assert.ok(Math.abs(value - seen[i][k]) < 1e-6));
  });
  const [x, y] = map([0.3, 0]);
  const along = (x - 100) / 420;
  assert.ok(Math.abs(y - (80 + 40 * along)) < 1e-6);
});

test("points on one line fix no plane", () => {
  assert.equal(
    homography(
      [
        [0, 0],
        [1, 1],
        [2, 2],
        [3, 3],
      ],
      SQUARE,
    ),
    null,
  );
});
