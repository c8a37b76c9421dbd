// The map from the board's plane to the picture that four points fix.

/** Solve a small linear system by elimination; null where it has no single answer. */
function solve(a, b) {
  const n = b.length;
  const m = a.map((row, i) => [...row, b[i]]);
  for (let k = 0; k < n; k++) {
    const pivot = m.slice(k).reduce((best, row, i) => (Math.abs(row[k]) > Math.abs(m[best][k]) ? i + k : best), k);
    if (Math.abs(m[pivot][k]) < 1e-9) return null;
    [m[k], m[pivot]] = [m[pivot], m[k]];
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const f = m[i][k] / m[k][k];
      for (let j = k; j <= n; j++) m[i][j] -= f * m[k][j];
    }
  }
  return m.map((row, i) => row[n] / row[i]);
}

/** A function that takes points of the plane to the picture, or null for four points that fix none. */
export function homography(from, to) {
  const rows = [];
  const right = [];
  from.forEach(([x, y], i) => {
    const [u, v] = to[i];
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]);
    right.push(u, v);
  });
  const k = solve(rows, right);
  if (!k) return null;
  return ([x, y]) => {
    const w = k[6] * x + k[7] * y + 1;
    return [(k[0] * x + k[1] * y + k[2]) / w, (k[3] * x + k[4] * y + k[5]) / w];
  };
}
