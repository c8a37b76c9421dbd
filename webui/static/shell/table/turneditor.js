// Correcting a past turn on its own board: what was played is tapped there; words are taken off the end and put on.

import { END, TryBoard } from "../coach/tryboard.js";
import { openDialog } from "../kit/dialogs.js";
import { h, put } from "../kit/dom.js";
import { gamePart } from "../kit/games.js";
import { toast } from "../kit/head.js";
import { ask } from "../kit/live.js";
import { Colour, pick, t } from "../kit/text.js";

/** What a past turn really was: take words off the end, put legal ones on. `words`: how the game words them. */
export async function openTurn(view, tell, number, words) {
  const [{ replay }, game] = await Promise.all([
    ask(`/api/matches/${encodeURIComponent(view.match.id)}`),
    gamePart(view.match.page, "table"),
  ]);
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
          { ...words, game },
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

async function editTurn(box, view, turn, tell, close, { actionText, owedText, game }) {
  const side = h("div", { class: "stack" });
  const tried = new TryBoard(game, view, turn, turn.actions, () => fill());
  put(box, h("div", {}, h("p", { class: "soft" }, t("correct.on-board")), tried.svg, tried.help), side);

  const save = async () =>
    (await tell("correct-turn", { turn: turn.number, words: tried.words })) && (close(), toast(t("correct.saved")));
  const button = (id, text, onclick, more = {}) => h("button", { type: "button", id, onclick, ...more }, text);
  const follow = (word) =>
    h(
      "button",
      { type: "button", "data-word": word, onclick: () => tried.putOn(word) },
      actionText(word, tried.now.several),
    );

  function fill() {
    const { now, words } = tried;
    const open = side.querySelector("details")?.open ?? false;
    put(
      side,
      h(
        "ol",
        { class: "word-list" },
        words.map((word) => h("li", {}, actionText(word, now.several))),
      ),
      verdict(now, owedText),
      h(
        "div",
        { class: "row" },
        now.legal.includes(END) ? follow(END) : null,
        button("drop-word", t("correct.drop"), () => tried.drop(), { disabled: !words.length }),
        button("save-turn", t("save"), save, { class: "main-action", disabled: !now.possible }),
      ),
      h(
        "details",
        { open },
        h("summary", {}, t("correct.in-words")),
        h("div", { class: "choice-list" }, now.legal.map(follow)),
      ),
    );
  }
  await tried.draw();
}
