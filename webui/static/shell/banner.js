// Verdicts and questions: a calm banner over the board's upper edge, never a dialog that blocks.

import { openDialog } from "./dialogs.js";
import { h, put } from "./dom.js";
import { pick, t } from "./text.js";

let dismissed = null;

/** Close the banner of a verdict for this page; the history keeps it. */
export function dismiss(id) {
  dismissed = id;
}

/** Before and after, small; tap one to see it large. */
function evidence(ids) {
  if (!ids?.length) return null;
  const caption = (i) =>
    ids.length === 2 ? t(i === 0 ? "evidence.before" : "evidence.after") : t("evidence.picture", { n: i + 1 });
  const picture = (id, i) => {
    const src = `/api/pictures/${encodeURIComponent(id)}`;
    const large = () =>
      openDialog(caption(i), () => h("img", { src, alt: caption(i), class: "large-picture" }), "wide");
    return h(
      "figure",
      {},
      h("button", { type: "button", class: "picture", onclick: large }, h("img", { src, alt: caption(i) })),
      h("figcaption", {}, caption(i)),
    );
  };
  return h("div", { class: "evidence" }, ids.slice(0, 2).map(picture));
}

function offers(verdict, act) {
  const all = verdict.offers ?? [];
  if (!all.length || !act.seated) return null;
  return h(
    "div",
    { class: "row" },
    all.map((offer, i) =>
      h(
        "button",
        {
          type: "button",
          class: i === 0 ? "main-action" : null,
          "data-offer": offer,
          onclick: () => act.offer(verdict, offer),
        },
        t(`offer.${offer}`),
      ),
    ),
  );
}

function celebration(view, act) {
  const one = (colour, i) => {
    const svg = act.game.token(colour);
    svg.style.animationDelay = `${i * 90}ms`;
    return svg;
  };
  const all = [...view.winners].flatMap((colour) =>
    Array.from({ length: view.winners.length > 1 ? 3 : 5 }, () => colour),
  );
  return h("div", { class: "celebrate" }, h("div", { class: "pawns" }, all.map(one)));
}

function question(view, act) {
  const q = view.question;
  return [
    h("div", { class: "head" }, h("p", { class: "said" }, pick(q.text))),
    act.seated
      ? h(
          "div",
          { class: "row" },
          q.answers.map((answer, k) =>
            h(
              "button",
              {
                type: "button",
                class: k === 0 ? "main-action" : null,
                "data-answer": k,
                onclick: () => act.answer(q.id, k),
              },
              pick(answer.text),
            ),
          ),
          h("button", { type: "button", onclick: () => act.camera() }, t("question.show")),
        )
      : null,
  ];
}

function verdict(view, act) {
  const v = view.verdict;
  if (act.game.putRight(view))
    return [
      h(
        "div",
        { class: "head" },
        h("p", { class: "said" }, t("banner.put-right")),
        h("button", { type: "button", class: "quiet", "data-close": "", onclick: () => act.close(v.id) }, t("close")),
      ),
    ];
  return [
    view.winners ? celebration(view, act) : null,
    h(
      "div",
      { class: "head" },
      h("p", { class: "said" }, pick(v.text)),
      h("button", { type: "button", class: "quiet", "data-close": "", onclick: () => act.close(v.id) }, t("close")),
    ),
    evidence(v.evidence),
    offers(v, act),
  ];
}

/** Show the question if there is one, else the newest verdict unless it was closed. */
export function showBanner(node, view, act) {
  const right = Boolean(view.verdict) && act.game.putRight(view);
  const key = JSON.stringify([
    view.question,
    view.verdict,
    right,
    dismissed,
    act.seated,
    document.documentElement.lang,
  ]);
  if (node.dataset.key === key) return;
  node.dataset.key = key;
  const v = view.verdict;
  node.hidden = !view.question && !(v && v.kind !== "ok" && String(v.id) !== String(dismissed));
  if (node.hidden) return;
  node.dataset.kind = view.question ? "unsure" : right ? "ok" : v.kind;
  put(node, view.question ? question(view, act) : verdict(view, act));
}
