// How a cube's pose changes, so that the drawing can roll or turn it the way it really went.

const AXIS = { U: [0, 0, 1], D: [0, 0, -1], N: [0, 1, 0], S: [0, -1, 0], E: [1, 0, 0], W: [-1, 0, 0] };
const FACE = Object.fromEntries(Object.entries(AXIS).map(([face, axis]) => [axis.join(), face]));
const OPPOSITE = { U: "D", D: "U", N: "S", S: "N", E: "W", W: "E" };

/** Which home face is where in a pose. */
export function shows(pose) {
  const [u, n] = [AXIS[pose[0]], AXIS[pose[1]]];
  const east = FACE[[n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]].join()];
  return { U: pose[0], N: pose[1], E: east, D: OPPOSITE[pose[0]], S: OPPOSITE[pose[1]], W: OPPOSITE[east] };
}

/** The pose after one quarter: n e s w roll, + and - turn. */
export function after(pose, way) {
  const f = shows(pose);
  return { n: f.S + f.U, s: f.N + f.D, e: f.W + f.N, w: f.E + f.N, "+": f.U + f.W, "-": f.U + f.E }[way];
}

/** The one quarter that leads from one pose to the other, or null. */
export function way(from, to) {
  return [..."nesw+-"].find((each) => after(from, each) === to) ?? null;
}
