// Get to know my set: a camera looks and goes on by itself (tower of five, then the tilts), or say what is on top.

import { Camera } from "../shell/camera/camera.js";
import { CameraStep } from "../shell/camera/camerastep.js";
import { PictureMarks } from "../shell/camera/marks.js";
import { $, h, put, s } from "../shell/kit/dom.js";
import { setupHead, toast } from "../shell/kit/head.js";
import { ask, send } from "../shell/kit/live.js";
import { colour, load, number, onChange, pick, t } from "../shell/kit/text.js";
import { BoardStep } from "./boardstep.js";
import { letters } from "./drawing/onpicture.js";
import { icon, symbol } from "./drawing/pieces.js";
import { OUT, PAIRS, plan, SLOTS, slotAt } from "./drawing/plan.js";
import { placeText, symbolText } from "./words.js";

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

const POLL_MS = 500;

let state = null;
let source = "";
let tops = {};
let picture = null;
let marks = null;

/** The block as it stands, with the pair that is to be tilted and the way it goes. */
function block() {
  const p = plan(state.layout);
  const r = p.cube / 2 - 3;
  const pair = state.next ? PAIRS[state.next[0]] : [];
  const cubes = SLOTS.map((slot) => {
    const [x, y] = slotAt(p, slot);
    const now = state.live ? state.live.tops[slot] : tops[slot];
    const shown = state.begun ? now : { symbol: "arc", facing: HOME[slot] };
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
      shown && !pair.includes(slot) ? symbol(shown, 2 * r, p.rotation) : null,
    );
  });
  const standing = s("g", { transform: `rotate(${p.rotation})` }, cubes);
  if (state.next) {
    const [ox, oy] = OUT[state.next[0]];
    const angle = { n: 0, e: 90, s: 180, w: 270 }[state.next[1]];
    standing.append(
      s("path", {
        class: "hint-arrow",
        d: "M0 40 L0 -40 M-20 -18 L0 -40 L20 -18",
        transform: `translate(${(ox * p.half) / 2} ${(oy * p.half) / 2}) rotate(${angle})`,
      }),
    );
  }
  return s("svg", { viewBox: "-130 -130 260 260", role: "img", "aria-label": instruction() }, standing);
}

function instruction() {
  if (state.live?.phase === "tower") return t("meet.tower");
  if (state.finished) return t("learn.finished");
  if (!state.begun) return t("learn.setup");
  if (state.turned) return pick(state.turned);
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
      { class: faces[face] ? "seen" : "unseen", title: t(`symbol.${look(faces[face])?.symbol ?? "unknown"}`) },
      icon(look(faces[face])),
    );
    node.style.gridArea = `${Math.ceil(at / 4)} / ${((at - 1) % 4) + 1}`;
    return node;
  };
  const known = Object.values(faces).filter(Boolean).length;
  return h(
    "figure",
    { class: "card" },
    h("figcaption", {}, `${t(`slot.${slot}`)}: ${t("learn.faces", { n: known })}`),
    h("div", { class: "net" }, NET.map(cell)),
  );
}

// Only the faces' kinds matter in the map; an arc is drawn in the corner nearest to its name.
const corner = (to) => (SLOTS.includes(to) ? to : "SE");

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
    block(),
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
