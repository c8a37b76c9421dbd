// The chips in the head: what the camera's eye is doing, and how the table stands with the club.

import { clubText } from "../club.js";
import { $ } from "../kit/dom.js";
import { pick, t } from "../kit/text.js";
import { waiting } from "../table/meanwhile.js";

let lostSince = null;

/** What the eye is doing, and since when nobody can say. */
export function eyeChip(now, online) {
  const node = $("#eye");
  const status = online ? now.eye.status : "lost";
  node.dataset.status = status;
  node.dataset.trouble = online && now.eye.trouble ? "yes" : "no";
  const name = online
    ? status === "off"
      ? t("eye.off")
      : pick(now.eye.text) || t(`eye.${status}`)
    : waiting()
      ? t("offline.kept", { n: waiting() })
      : t("offline");
  lostSince = status === "lost" ? (lostSince ?? new Date()) : null;
  const since = lostSince
    ? ` ${t("eye.since", { time: lostSince.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" }) })}`
    : "";
  const rate = online && now.eye.fps ? ` · ${Math.round(now.eye.fps)} ${t("eye.fps")}` : "";
  const dropped = online && now.eye.dropped ? ` · ${t("eye.dropped", { n: now.eye.dropped })}` : "";
  $("#eye-text").textContent = name + since + rate;
  node.title = name + since + rate + dropped;
}

/** How the table stands with the club's record, where it has one. */
export function clubChip({ club }) {
  const node = $("#club");
  node.hidden = !club;
  if (!club) return;
  node.dataset.status = club.state;
  $("#club-text").textContent = clubText(club);
  node.title = club.why ? t(`club.why.${club.why}`) : "";
}
