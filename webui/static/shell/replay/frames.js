// The pictures of a replay in their order: the set-up, then every step of every turn.

import { t, winText } from "../kit/text.js";

/** All frames of a match, or those of the turn `only`; the last one of each turn says so. */
export function framesOf(replay, only = null) {
  const out = only ? [] : [{ turn: null, step: { word: null, ...replay.start }, k: 0 }];
  for (const turn of replay.turns) {
    if (only && turn.number !== only) continue;
    // A turn begins where the one before ended, so that its first picture is shown once.
    const first = only || turn.steps.length === 1 || !out.length ? 0 : 1;
    for (let k = first; k < turn.steps.length; k += 1)
      out.push({ turn, step: turn.steps[k], k, last: k === turn.steps.length - 1 });
  }
  return out;
}

/** The frame at which a turn is shown first. */
export const firstOf = (frames, number) => frames.findIndex((frame) => frame.turn?.number === number);

/** The frame of the next fault (by = 1) or the one before (by = -1), where its verdict is shown; -1 where there is none. */
export function faultFrom(frames, at, by) {
  const here = frames[at]?.turn?.number ?? 0;
  const shown = frames[at]?.last;
  const wanted = (frame) => {
    if (!frame.last || frame.turn?.legal !== false) return false;
    const ahead = frame.turn.number - here;
    return by > 0 ? ahead > 0 || (ahead === 0 && !shown) : ahead < 0;
  };
  return by > 0 ? frames.findIndex(wanted) : frames.findLastIndex(wanted);
}

/** What a step is called: its action, or how the table stood. */
export function stepText({ turn, step, last }, game) {
  if (step.word) return game.actionText(step.word, turn.several);
  return turn && last ? t("replay.stood") : t("replay.begins");
}

/** The name of a verdict: ok, open, the fault's, or who won. */
export function verdictName(turn, ruleName) {
  if (turn.winners) return winText(turn.winners);
  if (turn.legal === null || turn.legal === undefined) return t("history.open");
  return turn.legal ? t("history.ok") : ruleName(turn.rule);
}
