// "That's wrong": correct a cube, a stack, an action or a whole turn; and everything that can be done now, in words.

import { openDialog } from "../shell/kit/dialogs.js";
import { h, put, s } from "../shell/kit/dom.js";
import { toast } from "../shell/kit/head.js";
import { ask } from "../shell/kit/live.js";
import { badge, COLOURS } from "../shell/kit/marks.js";
import { Colour, t } from "../shell/kit/text.js";
import { openReview } from "../shell/replay/review.js";
import { openTurn } from "../shell/table/turneditor.js";
import { Board } from "./drawing/board.js";
import { icon } from "./drawing/pieces.js";
import { PATHS, SLOTS } from "./drawing/plan.js";
import { actionText, symbolText } from "./words.js";

/** The list of things that can be put right. */
export function openMore(view, tell, verdict = null) {
  const last = verdict?.turn ?? view.history.at(-1)?.turn;
  const item = (key, onclick, enabled = true) =>
    h("button", { type: "button", "data-item": key, disabled: !enabled, onclick }, t(key));
  openDialog(t(verdict ? "correct.what" : "turn.more"), (close) => {
    const go = (run) => () => (close(), run());
    return h(
      "div",
      { class: "choice-list" },
      item(
        "correct.cube",
        go(() => openTable(view, tell, "cubes")),
      ),
      item(
        "correct.stack",
        go(() => openTable(view, tell, "stacks")),
      ),
      item(
        "correct.action",
        go(() => tell("undo")),
        view.turn.actions.length > 0,
      ),
      item(
        "correct.turn",
        go(() => openTurn(view, tell, last, { actionText })),
        Boolean(last),
      ),
      item(
        "correct.challenge",
        go(() => openReview(view.match.id, last)),
        Boolean(last),
      ),
      verdict
        ? item(
            "correct.dismiss",
            go(() => tell("offer", { verdict: verdict.id, offer: "wrong" })),
          )
        : null,
      item(
        "correct.all",
        go(() => openActions(view, tell)),
        view.turn.legal.length > 0,
      ),
    );
  });
}

/** Every legal action in words: the whole page without a pointer. */
function openActions(view, tell) {
  openDialog(t("correct.all"), (close) =>
    h(
      "div",
      { class: "choice-list" },
      view.turn.legal.map((word) =>
        h(
          "button",
          { type: "button", "data-word": word, onclick: () => (close(), tell("act", { word })) },
          actionText(word, view.turn.several),
        ),
      ),
    ),
  );
}

const copy = (state) => JSON.parse(JSON.stringify(state));
const ordered = (pawns) => COLOURS.map((c) => c.repeat(pawns.split(c).length - 1)).join("");

/** How the table really stands: cubes and stacks, with a drawing that follows. */
async function openTable(view, tell, first) {
  const { looks } = await ask("/api/table/looks");
  const state = copy(view.state);
  const tops = Object.fromEntries(
    view.turn.symbols.map((each) => [each.slot, { symbol: each.symbol, facing: each.facing }]),
  );
  const svg = s("svg", { class: "board", role: "img" });
  const board = new Board(svg);
  const draw = () => board.show({ layout: view.match.layout, state, tops });
  const editors = h("div", { class: "editors" });
  const fill = (close) => {
    const order =
      first === "cubes"
        ? [cubeEditor(state, tops, looks, view, draw), stackEditor(state, draw)]
        : [stackEditor(state, draw), cubeEditor(state, tops, looks, view, draw)];
    put(editors, order);
    const save = async () => (await tell("correct-state", { state })) && (close(), toast(t("correct.saved")));
    return h(
      "div",
      { class: "table-editor" },
      h("div", { class: "editor-board" }, svg),
      editors,
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "main-action", id: "save-state", onclick: save }, t("save")),
        h("button", { type: "button", onclick: close }, t("cancel")),
      ),
    );
  };
  openDialog(t(`correct.${first === "cubes" ? "cube" : "stack"}`), fill, "wide");
  draw();
}

function cubeEditor(state, tops, looks, view, draw) {
  const rotation = view.match.layout === "corners" ? 45 : 0;
  const box = h("fieldset", {}, h("legend", {}, t("correct.which-cube")));
  const options = h("div", { class: "look-grid" });
  const choose = (slot) => {
    for (const each of box.querySelectorAll("[data-slot]"))
      each.setAttribute("aria-pressed", String(each.dataset.slot === slot));
    put(
      options,
      looks[slot].map((look) =>
        h(
          "button",
          {
            type: "button",
            "data-pose": look.pose,
            "aria-label":
              symbolText(look.symbol, look.facing) + (look.symbol === "arc" ? ` ${t(`slot.${look.facing}`)}` : ""),
            onclick: () => ((state.cubes[slot] = look.pose), (tops[slot] = look), draw()),
          },
          icon(look, rotation),
        ),
      ),
    );
  };
  box.append(
    h(
      "div",
      { class: "row" },
      SLOTS.map((slot) =>
        h(
          "button",
          { type: "button", "data-slot": slot, "aria-pressed": "false", onclick: () => choose(slot) },
          t(`slot.${slot}`),
        ),
      ),
    ),
    options,
  );
  return box;
}

function places(state) {
  return PATHS.flatMap((path) =>
    [...state.paths[path].keys()].map((i) => [`${path}${i + 1}`, `${t(`path.${path}`)} ${i + 1}`]),
  ).concat(PATHS.map((path) => [`goal${path}`, t("board.home", { path: t(`path.${path}`) })]));
}

// Pawns taken off a place go to the start, pawns put there come from it: always five of each colour.
function stackEditor(state, draw) {
  const select = h(
    "select",
    { id: "place", onchange: () => show() },
    places(state).map(([value, text]) => h("option", { value }, text)),
  );
  const row = h("div", { class: "row" });
  const stack = h("p", { class: "stack-now" });
  const read = () =>
    select.value.startsWith("goal")
      ? state.goal[select.value[4]]
      : state.paths[select.value[0]][Number(select.value[1]) - 1];
  const write = (text) => {
    if (select.value.startsWith("goal")) state.goal[select.value[4]] = ordered(text);
    else state.paths[select.value[0]][Number(select.value[1]) - 1] = text;
    state.start = ordered(state.start);
    show();
    draw();
  };
  const show = () => {
    const now = read();
    put(stack, now ? [...now].map((c) => h("span", { class: "row" }, badge(c), Colour(c))) : t("correct.empty"));
    const add = (c) =>
      h(
        "button",
        {
          type: "button",
          "data-add": c,
          disabled: !state.start.includes(c),
          onclick: () => ((state.start = state.start.replace(c, "")), write(now + c)),
        },
        badge(c),
        t("correct.add", { colour: Colour(c) }),
      );
    put(
      row,
      COLOURS.map(add),
      h(
        "button",
        {
          type: "button",
          "data-remove": "",
          disabled: !now,
          onclick: () => ((state.start += now.at(-1)), write(now.slice(0, -1))),
        },
        t("correct.remove"),
      ),
    );
  };
  show();
  return h(
    "fieldset",
    {},
    h("legend", {}, t("correct.which-place")),
    h("label", { class: "visually-hidden", for: "place" }, t("correct.which-place")),
    select,
    h("p", { class: "soft" }, t("correct.from-start")),
    stack,
    row,
  );
}
