// Learn my cubes: do the tilt that is shown, then let the camera look, or say yourself what is on top.

import { CameraStep } from "../shell/camera/camerastep.js";
import { $, h, put, s } from "../shell/kit/dom.js";
import { setupHead, toast } from "../shell/kit/head.js";
import { ask, send } from "../shell/kit/live.js";
import { load, onChange, t } from "../shell/kit/text.js";
import { BoardStep } from "./boardstep.js";
import { icon, symbol } from "./drawing/pieces.js";
import { OUT, PAIRS, plan, SLOTS, slotAt } from "./drawing/plan.js";
import { symbolText } from "./words.js";

const NET = [
  ["N", 2],
  ["W", 5],
  ["U", 6],
  ["E", 7],
  ["D", 8],
  ["S", 10],
];
const HOME = { NW: "SE", NE: "SW", SE: "NW", SW: "NE" };
const ALL = [
  ...["red", "yellow", "green", "blue"].flatMap((colour) => [..."NESW"].map((facing) => ({ symbol: colour, facing }))),
  { symbol: "circle", facing: null },
  ...SLOTS.map((facing) => ({ symbol: "arc", facing })),
];

let state = null;
let camera = false;
let tops = {};

/** The block with the pair that is to be tilted and the way it goes. */
function picture() {
  const p = plan("sides");
  const r = p.cube / 2 - 3;
  const pair = state.next ? PAIRS[state.next[0]] : [];
  const cubes = SLOTS.map((slot) => {
    const [x, y] = slotAt(p, slot);
    const shown = state.begun ? tops[slot] : { symbol: "arc", facing: HOME[slot] };
    return s(
      "g",
      { transform: `translate(${x} ${y})` },
      s("rect", {
        class: pair.includes(slot) ? "moved" : "icon-cube",
        x: -r,
        y: -r,
        width: 2 * r,
        height: 2 * r,
        rx: 9,
      }),
      shown && !pair.includes(slot) ? symbol(shown, 2 * r, 0) : null,
    );
  });
  const svg = s("svg", { viewBox: "-130 -130 260 260", role: "img", "aria-label": instruction() }, cubes);
  if (state.next) {
    const [ox, oy] = OUT[state.next[0]];
    const angle = { n: 0, e: 90, s: 180, w: 270 }[state.next[1]];
    svg.append(
      s("path", {
        class: "hint-arrow",
        d: "M0 40 L0 -40 M-20 -18 L0 -40 L20 -18",
        transform: `translate(${(ox * p.half) / 2} ${(oy * p.half) / 2}) rotate(${angle})`,
      }),
    );
  }
  return svg;
}

function instruction() {
  if (state.finished) return t("learn.finished");
  if (!state.begun) return t("learn.setup");
  return t("learn.tilt", { pair: t(`pair.${state.next[0]}`), way: t(`toward.${state.next[1]}`) });
}

function net(slot) {
  const faces = state.set.cubes[slot];
  const look = (text) => {
    if (!text) return null;
    const [name, to] = text.split(/[>:]/);
    return { symbol: name, facing: name === "arc" ? corner(to) : (to ?? null) };
  };
  const cell = ([face, at]) => {
    const node = h(
      "span",
      { class: faces[face] ? "seen" : "unseen", title: `${face}: ${faces[face] ?? t("symbol.unknown")}` },
      icon(look(faces[face])),
    );
    node.style.gridArea = `${Math.ceil(at / 4)} / ${((at - 1) % 4) + 1}`;
    return node;
  };
  const known = Object.values(faces).filter(Boolean).length;
  return h(
    "figure",
    { class: "card" },
    h("figcaption", {}, `${slot}: ${t("learn.faces", { n: known })}`),
    h("div", { class: "net" }, NET.map(cell)),
  );
}

// Only the faces' kinds matter in the map; an arc is drawn in the corner nearest to its name.
const corner = (to) => (SLOTS.includes(to) ? to : "SE");

function chooser(slot) {
  const select = h(
    "select",
    { id: `top-${slot}`, onchange: (event) => (tops[slot] = ALL[Number(event.target.value)]) },
    h("option", { value: "" }, "–"),
    ALL.map((look, i) =>
      h(
        "option",
        { value: i, selected: tops[slot]?.symbol === look.symbol && tops[slot]?.facing === look.facing },
        symbolText(look.symbol, look.facing) + (look.symbol === "arc" ? ` ${look.facing}` : ""),
      ),
    ),
  );
  return h("div", { class: "row" }, h("label", { for: `top-${slot}` }, h("b", {}, slot)), select);
}

async function take(path, body) {
  try {
    state = { ...state, ...(await send(`/api/learn/${path}`, body)) };
    show();
  } catch (error) {
    toast(error.message);
  }
}

function show() {
  if (!state.begun) tops = Object.fromEntries(SLOTS.map((slot) => [slot, { symbol: "arc", facing: HOME[slot] }]));
  const problem = ({ key, slot, ...rest }) =>
    h(
      "p",
      { class: "notice" },
      t(`learn.problem.${key}`, {
        slot,
        corner: rest.corner ?? "",
        symbol: rest.symbol ? t(`symbol.${rest.symbol}`) : "",
      }),
    );
  put(
    $("#learn-next"),
    h("p", { class: "soft" }, t("learn.step", { n: state.step, of: state.steps })),
    h("h2", { "aria-live": "polite" }, instruction()),
    picture(),
    (state.problems ?? []).map(problem),
    state.finished
      ? h("p", {}, t("learn.saved"))
      : [
          camera
            ? h(
                "button",
                { type: "button", class: "main-action", id: "look", onclick: () => take("look") },
                t("learn.look"),
              )
            : h("p", { class: "soft" }, t("learn.no-camera")),
          h(
            "details",
            { open: !camera },
            h("summary", {}, t("learn.by-hand")),
            h(
              "div",
              { class: "tops" },
              SLOTS.map(chooser),
              h("button", { type: "button", id: "enter", onclick: () => take("enter", { tops }) }, t("learn.enter")),
            ),
          ),
        ],
    h("button", { type: "button", onclick: () => take("restart") }, t("learn.restart")),
  );
  put($("#nets"), SLOTS.map(net));
  put(
    $("#in-use"),
    state.saved
      ? [
          h("span", {}, t("learn.in-use")),
          h(
            "button",
            { type: "button", onclick: async () => (await send("/api/learn/forget"), (state.saved = null), show()) },
            t("learn.forget"),
          ),
        ]
      : h("span", { class: "soft" }, t("learn.standard")),
  );
}

async function start() {
  await load();
  setupHead();
  state = await ask("/api/learn");
  const boardStep = new BoardStep($("#board-step"), () => {
    camera = true;
    boardStep.run(false);
    $("#with-camera").open = false;
    show();
  });
  const cameraStep = new CameraStep(
    $("#cameras"),
    (source) => (boardStep.reset(source), boardStep.run(true), ($("#board-step").hidden = false)),
    { none: false },
  );
  await cameraStep.load();
  $("#with-camera").addEventListener("toggle", () => cameraStep.run($("#with-camera").open));
  onChange(() => (show(), cameraStep.show(), boardStep.show()));
  show();
  document.body.dataset.ready = "yes";
}

start();
