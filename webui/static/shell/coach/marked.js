// The turns of an analysis that cost much, and what was tried in place of one.

const SAME = 0.005; // chances that are nearer than this read alike

/** What was tried beside what was played: "good", "better" or "worse". */
export function judged({ tried, mark }, played, player) {
  if (tried.wins || !mark) return "good";
  return tried.chances[player] > played.chances[player] + SAME ? "better" : "worse";
}

/** The turns of a player that cost much. */
export const mistakesOf = (analysis, player) =>
  analysis.turns.filter((turn) => turn.player === player && turn.mark && turn.best.length);
