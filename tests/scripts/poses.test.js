// How cubes roll and turn in the drawing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { after, way } from "../../webui/static/icecult/drawing/poses.js";

const UNDO = { n: "s", s: "n", e: "w", w: "e", "+": "-", "-": "+" };

function everyPose() {
  const seen = new Set(["UN"]);
  for (const pose of seen) for (const each of "nesw+-") seen.add(after(pose, each));
  return [...seen];
}

test("a cube has 24 poses", () => assert.equal(everyPose().length, 24));

test("rolling north brings the south face up, turning right brings the west face north", () => {
  assert.equal(after("UN", "n"), "SU");
  assert.equal(after("UN", "+"), "UW");
});

test("every quarter is undone by its opposite and found again from both ends", () => {
  for (const pose of everyPose())
    for (const each of "nesw+-") {
      const next = after(pose, each);
      assert.equal(after(next, UNDO[each]), pose);
      assert.equal(way(pose, next), each);
    }
});

test("no single quarter leads to a pose two rolls away", () => assert.equal(way("UN", "DS"), null));
