// What a table's page says about the club's record.

import { t } from "./kit/text.js";

/** Where the table's events are: on the club's record, waiting, or refused there. */
export function clubText({ state, behind, why }) {
  if (state === "joined") return t("club.joined");
  if (state === "refused") return t(`club.refused.${why}`);
  return behind ? t("club.waiting.behind", { n: behind }) : t("club.waiting");
}
