// Correcting a past turn: words are taken off its end and legal ones put on.

import { openDialog } from "../kit/dialogs.js";
import { h, put } from "../kit/dom.js";
import { toast } from "../kit/head.js";
import { ask, send } from "../kit/live.js";
import { Colour, pick, t } from "../kit/text.js";

/** What a past turn really was: take words off the end, put legal ones on. `words`: how the game words them. */
export async function openTurn(view, tell, number, words) {
  const { replay } = await ask(`/api/matches/${encodeURIComponent(view.match.id)}`);
  const box = h("div", { class: "turn-editor" });
  openDialog(
    t("correct.turn"),
    (close) => {
      const select = h(
        "select",
        { id: "which-turn" },
        replay.turns.map((turn) =>
          h(
            "option",
            { value: turn.number, selected: turn.number === number },
            `${t("turn.short", { n: turn.number })}, ${Colour(turn.player)}`,
          ),
        ),
      );
      const edit = () =>
        editTurn(
          box,
          view,
          replay.turns.find((turn) => turn.number === Number(select.value)),
          tell,
          close,
          words,
        );
      select.addEventListener("change", edit);
      edit();
      return h("div", {}, h("label", { for: "which-turn" }, `${t("correct.which-turn")} `), select, box);
    },
    "wide",
  );
}

/** What these words come to: a fault, what is owed, or a turn by the rules. */
function verdict(now, owedText) {
  const said = now.fault ? pick(now.fault) : now.owed ? owedText(now.owed) : t("correct.legal");
  return h("p", { class: now.fault || now.owed ? "notice" : "soft" }, said);
}

async function editTurn(box, view, turn, tell, close, { actionText, owedText }) {
  const words = [...turn.actions];
  const redraw = async () => {
    const now = await send(`/api/matches/${encodeURIComponent(view.match.id)}/try`, { turn: turn.number, words });
    put(
      box,
      h(
        "ol",
        { class: "word-list" },
        words.map((word) => h("li", {}, actionText(word, now.several))),
      ),
      verdict(now, owedText),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", id: "drop-word", disabled: !words.length, onclick: () => (words.pop(), redraw()) },
          t("correct.drop"),
        ),
        h(
          "button",
          {
            type: "button",
            class: "main-action",
            id: "save-turn",
            disabled: !now.possible,
            onclick: async () =>
              (await tell("correct-turn", { turn: turn.number, words })) && (close(), toast(t("correct.saved"))),
          },
          t("save"),
        ),
      ),
      h(
        "div",
        { class: "choice-list" },
        now.legal.map((word) =>
          h(
            "button",
            { type: "button", "data-word": word, onclick: () => (words.push(word), redraw()) },
            actionText(word, now.several),
          ),
        ),
      ),
    );
  };
  await redraw();
}
