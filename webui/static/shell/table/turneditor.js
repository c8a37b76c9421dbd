// Correcting a past turn on its own board: what was played is tapped there; words are taken off the end and put on.

import { openDialog } from "../kit/dialogs.js";
import { h, put, s } from "../kit/dom.js";
import { gamePart } from "../kit/games.js";
import { toast } from "../kit/head.js";
import { ask, send } from "../kit/live.js";
import { Colour, pick, t } from "../kit/text.js";

const END = "done"; // a word that no tap on a board says

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

/** The turn as if it were being played now, for the board and the taps of its game. */
const asPlayed = (view, turn, words, now) => ({
  ...view,
  how: null,
  winners: "",
  waiting: [],
  unknown: [],
  to_put_back: null,
  seen: null,
  eye: { ...view.eye, status: "off", places: [] },
  state: now.state,
  turn: {
    ...now.turn,
    number: `${turn.number}.${words.length}`,
    player: turn.player,
    actions: words,
    several: now.several,
    undone: [],
  },
});

async function editTurn(box, view, turn, tell, close, { actionText, owedText, game }) {
  const words = [...turn.actions];
  const path = `/api/matches/${encodeURIComponent(view.match.id)}/try`;
  const tried = (all) => send(path, { turn: turn.number, words: all });
  const svg = s("svg", { class: "board turn-board", role: "group", viewBox: "-380 -380 760 760" });
  const help = h("div", { class: "hand-help" });
  const board = new game.Board(svg);
  const taps = new game.Taps(board, help, (word) => putOn(word), toast);
  const side = h("div", { class: "stack" });
  put(box, h("div", {}, h("p", { class: "soft" }, t("correct.on-board")), svg, help), side);

  async function putOn(word) {
    const next = await tried([...words, word]).catch((error) => toast(error.message));
    if (!next) return null;
    if (next.fault && !now.legal.includes(word)) return toast(pick(next.fault));
    words.push(word);
    return redraw();
  }

  const save = async () =>
    (await tell("correct-turn", { turn: turn.number, words })) && (close(), toast(t("correct.saved")));
  const button = (id, text, onclick, more = {}) => h("button", { type: "button", id, onclick, ...more }, text);
  const follow = (word) =>
    h("button", { type: "button", "data-word": word, onclick: () => putOn(word) }, actionText(word, now.several));
  let now = null;

  async function redraw() {
    const open = side.querySelector("details")?.open ?? false;
    now = await tried(words);
    const played = asPlayed(view, turn, words, now);
    board.show(game.scene(played));
    taps.update(played, true);
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
        button("drop-word", t("correct.drop"), () => (words.pop(), redraw()), { disabled: !words.length }),
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
  await redraw();
}
