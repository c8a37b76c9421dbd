// What a match is called, when it was played and how it ended: the head of every replay.

import { current, t, winText } from "../kit/text.js";

/** When it was played, how it ended, and whether it was simulated, in one line. */
export function aboutText(replay) {
  const when = new Date(replay.at * 1000).toLocaleString(current(), { dateStyle: "long", timeStyle: "short" });
  const end = replay.winners ? winText(replay.winners) : replay.how ? t("match.stopped") : t("match.unfinished");
  return [when, end, replay.simulated ? t("match.simulated") : ""].filter(Boolean).join(" · ");
}
