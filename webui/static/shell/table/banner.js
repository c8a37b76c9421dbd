// Verdicts and questions: a calm banner in a place of its own, never a dialog that blocks. One after the other.

import { h, put } from "../kit/dom.js";
import { Colour, colour, pick, playerName, sign, t } from "../kit/text.js";
import { pictureUrl } from "../replay/review.js";
import { evidence } from "../replay/swipe.js";
import { withRules } from "../rules.js";
import { moment } from "./won.js";

const dismissed = new Set();

/** Close the banner of a verdict for this page alone; the history keeps it. */
export function dismiss(id) {
  dismissed.add(String(id));
}

/** Which turn a fault or a question is about, and whose it was: "Turn 2, Ada, red: ". */
export function whose(view, v) {
  if ((v.kind ?? "fault") !== "fault" || !v.player) return "";
  const player = view.match.players.find((each) => each.colour === v.player);
  const name = player ? playerName(player) : Colour(v.player);
  const who = name === Colour(v.player) ? name : `${name}, ${colour(v.player)}`;
  return `${t("turn.short", { n: v.turn })}, ${who}${sign(":")} `;
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

/** A question, and below it what was told meanwhile: the newest alone. */
function question(view, act, [told]) {
  const q = view.question;
  return [
    h("div", { class: "head" }, h("p", { class: "said" }, named(view, q), pick(q.text))),
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
    evidence(q.evidence, pictureUrl),
    told ? line(view, told, act) : null,
  ];
}

const named = (view, v) => (whose(view, v) ? h("b", {}, whose(view, v)) : null);

function head(v, act, ...said) {
  const close = { type: "button", class: "quiet", "data-close": "", onclick: () => act.close(v.id) };
  return h("div", { class: "head" }, h("p", { class: "said" }, said), h("button", close, t("close")));
}

/** Something told, with nothing but its sentence and *Close*. */
const line = (view, v, act) => head(v, act, named(view, v), withRules(pick(v.text), view.match.game));

function verdict(view, act, behind) {
  const v = view.verdict;
  const others = behind.filter((each) => each.kind !== "note").length;
  const more = others ? h("p", { class: "soft behind" }, t("banner.behind", { n: others })) : null;
  if (act.game.putRight(view)) return [head(v, act, t("banner.put-right")), more];
  const won = v.kind === "win" && view.winners ? moment(view, act) : null;
  return [
    won?.above,
    line(view, v, act),
    won?.below,
    offers(v, act),
    evidence(v.evidence, pictureUrl),
    more,
    behind.filter((each) => each.kind === "note").map((note) => line(view, note, act)),
  ];
}

/** What waits to be taken, as this page shows it: what somebody here has closed is left out. */
function waiting(now) {
  const note = now.note ? [{ id: "note", kind: "note", text: now.note }] : [];
  const all = [...(now.waiting ?? (now.verdict ? [now.verdict] : [])), ...note];
  return all.filter((v) => v.kind !== "ok" && !dismissed.has(String(v.id)));
}

/** Show the question if there is one, else the newest verdict, and what else waits behind it. */
export function showBanner(node, now, act) {
  const all = waiting(now);
  const [first, ...behind] = all;
  const view = { ...now, verdict: first ?? null };
  const right = Boolean(first) && act.game.putRight(view);
  const key = JSON.stringify([now.question, first, behind, right, act.seated, document.documentElement.lang]);
  if (node.dataset.key === key) return;
  node.dataset.key = key;
  node.hidden = !now.question && !first;
  if (node.hidden) return;
  node.dataset.kind = now.question ? "unsure" : right ? "ok" : first.kind;
  put(node, now.question ? question(view, act, all) : verdict(view, act, behind));
}
