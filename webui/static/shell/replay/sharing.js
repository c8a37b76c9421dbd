// Sharing a match: a link that others in the network open without a code, a code for a frame, and one file with everything.

import { openDialog } from "../kit/dialogs.js";
import { h, put } from "../kit/dom.js";
import { toast } from "../kit/head.js";
import { ask, send } from "../kit/live.js";
import { t } from "../kit/text.js";
import { copy } from "./link.js";

const field = (key, value) =>
  h(
    "div",
    { class: "row link-row" },
    h("label", { for: `share-${key}` }, t(`share.${key}`)),
    h("input", { type: "text", id: `share-${key}`, class: "link", readonly: true, value, onfocus: select }),
    h("button", { type: "button", onclick: async () => copied(await copy(value), key) }, t("share.copy")),
  );

const select = (event) => event.target.select();

function copied(done, key) {
  if (done) return toast(t("replay.copied"));
  document.getElementById(`share-${key}`).select();
  return toast(t("share.by-hand"));
}

const frame = (link) => `<iframe src="${link}?embed=1" width="720" height="900" title="icekeeper"></iframe>`;

/** The link with what can be done with it; or the offer to make one. */
function parts(base, now, act) {
  if (!now.link)
    return h(
      "div",
      { class: "stack" },
      h("p", {}, t("share.link.why")),
      now.lan ? null : h("p", { class: "notice" }, t("share.no-lan")),
      h("button", { type: "button", class: "main-action", id: "make-link", onclick: act.make }, t("share.make")),
    );
  return h(
    "div",
    { class: "stack" },
    now.lan ? h("img", { class: "qr", src: `${base}/link.svg`, alt: t("invite.qr") }) : null,
    now.lan ? null : h("p", { class: "notice" }, t("share.no-lan")),
    field("link", now.link),
    now.embed ? field("frame", frame(now.link)) : h("p", { class: "soft" }, t("share.no-frame")),
    h("button", { type: "button", id: "revoke-link", onclick: act.revoke }, t("share.revoke")),
  );
}

/** Open the dialog for the match at `base`; only the host makes links. */
export async function openSharing(base, hosts) {
  const file = h("a", { class: "button", href: `${base}/share`, download: "" }, t("match.share"));
  const place = h("div", { class: "stack" });
  const show = (now) => put(place, parts(base, now, act));
  const run = (method) => () => send(`${base}/link`, {}, method).then(show, (error) => toast(error.message));
  const act = { make: run("POST"), revoke: run("DELETE") };
  openDialog(t("share.title"), () =>
    h("div", { class: "stack sharing" }, place, h("p", {}, t("share.file.why")), h("p", {}, file)),
  );
  if (hosts) await ask(`${base}/link`).then(show, (error) => toast(error.message));
}
