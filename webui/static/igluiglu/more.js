// What else can be done: every legal word in words, taking a word back, correcting a past turn.

import { openDialog } from "../shell/kit/dialogs.js";
import { h } from "../shell/kit/dom.js";
import { Colour, t } from "../shell/kit/text.js";
import { openReview } from "../shell/replay/review.js";
import { openTurn } from "../shell/table/turneditor.js";
import { actionText, say } from "./texts.js";

/** Every legal word: the whole game without a pointer. */
function openWords(view, tell) {
  openDialog(say("all"), (close) =>
    h(
      "div",
      { class: "choice-list" },
      view.turn.legal.map((word) =>
        h(
          "button",
          {
            type: "button",
            "data-word": word,
            onclick: () => (close(), word === "done" ? tell("done") : tell("act", { word })),
          },
          actionText(word),
        ),
      ),
    ),
  );
}

/** What a turn still needs: "Still missing: a tile that melts." */
const owedText = ({ wants, who }) => say(`owed.${wants}`, { colour: Colour(who) });

/** The list of things that can be put right. */
export function openMore(view, tell) {
  const last = view.history.at(-1)?.turn;
  openDialog(t("turn.more"), (close) => {
    const item = (key, run, enabled = true) =>
      h("button", { type: "button", "data-item": key, disabled: !enabled, onclick: () => (close(), run()) }, t(key));
    return h(
      "div",
      { class: "choice-list" },
      item("correct.action", () => tell("undo"), view.turn.actions.length > 0),
      item("correct.turn", () => openTurn(view, tell, last, { actionText, owedText }), Boolean(last)),
      item("correct.challenge", () => openReview(view.match.id, last), Boolean(last)),
      item("correct.all", () => openWords(view, tell), view.turn.legal.length > 0),
    );
  });
}
