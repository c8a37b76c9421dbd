// Get to know my set: a camera looks and goes on by itself (tower of five, then the tilts), or say what is on top.

import { Camera } from "../shell/camera/camera.js";
import { CameraStep } from "../shell/camera/camerastep.js";
import { PictureMarks } from "../shell/camera/marks.js";
import { $, h, put } from "../shell/kit/dom.js";
import { setupHead, toast } from "../shell/kit/head.js";
import { ask, send } from "../shell/kit/live.js";
import { colour, load, number, onChange, pick, t } from "../shell/kit/text.js";
import { BoardStep } from "./boardstep.js";
import { block, HOME, net } from "./drawing/known.js";
import { letters } from "./drawing/onpicture.js";
import { SLOTS } from "./drawing/plan.js";
import { placeText, symbolText } from "./words.js";

const ALL = [
  ...["red", "yellow", "green", "blue"].flatMap((colour) => [..."NESW"].map((facing) => ({ symbol: colour, facing }))),
  { symbol: "circle", facing: null },
  ...SLOTS.map((facing) => ({ symbol: "arc", facing })),
];

const POLL_MS = 500;

let state = null;
let source = "";
let tops = {};
let picture = null;
let marks = null;

function instruction() {
  if (state.live?.phase === "tower") return t("meet.tower");
  if (state.finished) return t("learn.finished");
  if (!state.begun) return t("learn.setup");
  if (state.turned) return pick(state.turned);
  return t("learn.tilt", { pair: t(`pair.${state.next[0]}`), way: t(`toward.${state.next[1]}`) });
}

/** What lies on top in words, an arc with the corner it bends around. */
const lookText = ({ symbol: name, facing }) =>
  name === "arc" ? `${symbolText(name)} ${t(`slot.${facing}`)}` : symbolText(name, facing);

function chooser(slot) {
  const select = h(
    "select",
    { id: `top-${slot}`, onchange: (event) => (tops[slot] = ALL[Number(event.target.value)]) },
    h("option", { value: "" }, "–"),
    ALL.map((look, i) =>
      h(
        "option",
        { value: i, selected: tops[slot]?.symbol === look.symbol && tops[slot]?.facing === look.facing },
        lookText(look),
      ),
    ),
  );
  return h("div", { class: "row" }, h("label", { for: `top-${slot}` }, h("b", {}, t(`slot.${slot}`))), select);
}

async function take(path, body) {
  try {
    state = { ...state, ...(await send(`/api/learn/${path}`, body)) };
    show();
  } catch (error) {
    toast(error.message);
  }
}

/** What the camera sees of the tower, and how to leave it. */
function tower() {
  const { tower: seen, unsure } = state.live;
  const words = unsure
    ? t("meet.tower-unsure")
    : seen
      ? t("meet.tower-seen", {
          n: seen.pawns,
          colour: colour(seen.colour),
          place: placeText(seen.place),
        })
      : t("meet.tower-none");
  return [
    h("p", { class: unsure ? "notice" : "seen-now", id: "tower-seen" }, words),
    h("button", { type: "button", id: "go-on", onclick: () => take("go-on") }, t("meet.go-on")),
  ];
}

/** The faces by hand, where no camera looks. */
function byHand() {
  return h(
    "details",
    { open: !state.live, hidden: Boolean(state.live) },
    h("summary", {}, t("learn.by-hand")),
    h(
      "div",
      { class: "tops" },
      SLOTS.map(chooser),
      h("button", { type: "button", id: "enter", onclick: () => take("enter", { tops }) }, t("learn.enter")),
    ),
  );
}

function problem({ key, slot, ...rest }) {
  const place = (names) => (names ? names.split(" ").map((name) => t(`slot.${name}`)) : []).join(", ");
  const words = {
    slot: place(slot),
    corner: place(rest.corner),
    symbol: rest.symbol ? t(`symbol.${rest.symbol}`) : "",
  };
  return h("p", { class: "notice" }, t(`learn.problem.${key}`, words));
}

function finished() {
  const rise = state.live?.rise ?? state.sizes?.stack_pitch;
  return [
    h("p", {}, t(source === "demo" ? "meet.virtual" : "learn.saved")),
    rise ? h("p", { class: "soft" }, t("meet.rise", { mm: number(rise.mm) })) : null,
  ];
}

/** What is to be done now, and what is seen of it. */
function steps() {
  if (state.live?.phase === "tower") return tower();
  const insist = h("button", { type: "button", id: "insist", onclick: () => take("insist") }, t("meet.insist"));
  return [
    block(state, tops, instruction()),
    (state.problems ?? []).map(problem),
    state.finished ? finished() : [state.live?.doubtful ? insist : null, byHand()],
  ];
}

function progress() {
  if (state.live?.phase === "tower") return t("meet.before-tilts");
  return t("learn.step", { n: state.step, of: state.steps });
}

/** How the table is, or why it cannot be judged and what to do, as on the page of a match. */
function chip({ status, trouble, text }) {
  const data = { "data-status": status, "data-trouble": trouble ? "yes" : "no" };
  return h("p", { class: "chip", id: "learn-eye", ...data }, pick(text));
}

function show() {
  if (!state.begun) tops = Object.fromEntries(SLOTS.map((slot) => [slot, { symbol: "arc", facing: HOME[slot] }]));
  const { live } = state;
  put(
    $("#learn-next"),
    h("p", { class: "soft" }, progress()),
    h("h2", { "aria-live": "polite" }, instruction()),
    live ? chip(live) : null,
    steps(),
    state.live || state.finished ? null : h("p", { class: "soft" }, t("learn.no-camera")),
    h("button", { type: "button", onclick: () => take("restart") }, t("learn.restart")),
  );
  $("#learn-picture").hidden = !live || live.phase === "done";
  const on = Boolean(live) && live.phase !== "done";
  if (picture?.run(on)) marks.run(on);
  put(
    $("#nets"),
    SLOTS.map((slot) => net(slot, state.set.cubes[slot])),
  );
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

/** Ask again and again where it stands, as long as a camera looks. */
async function follow() {
  while (state.live && state.live.phase !== "done") {
    await new Promise((done) => setTimeout(done, POLL_MS));
    try {
      state = await ask("/api/learn");
    } catch {
      continue; // the page's head already says that the connection is gone
    }
    show();
  }
}

async function watch() {
  try {
    state = { ...state, ...(await send("/api/learn/watch")) };
    show();
    await follow();
  } catch (error) {
    toast(error.message);
  }
}

async function start() {
  await load();
  setupHead();
  state = await ask("/api/learn");
  picture = new Camera($("#learn-picture"), "/api/setup/picture.jpg");
  marks = new PictureMarks($("#learn-picture"), "/api/setup/places", letters);
  const boardStep = new BoardStep($("#board-step"), () => {
    boardStep.run(false);
    $("#with-camera").open = false;
    $("#learn-next").scrollIntoView({ block: "start" }); // the camera's steps above it have folded away
    watch();
  });
  const cameraStep = new CameraStep(
    $("#cameras"),
    (chosen) => {
      source = chosen;
      boardStep.reset(chosen);
      boardStep.run(true);
      $("#board-step").hidden = false;
      $("#board-step").scrollIntoView({ block: "nearest" });
    },
    { none: false, purpose: "meet" },
  );
  await cameraStep.load();
  $("#with-camera").addEventListener("toggle", () => cameraStep.run($("#with-camera").open));
  onChange(() => (show(), cameraStep.show(), boardStep.show()));
  show();
  follow();
  document.body.dataset.ready = "yes";
}

start();
