// The table page: follows the live view and sends what people do.

import { Camera } from "../camera/camera.js";
import { clubChip, eyeChip } from "../camera/chip.js";
import { PictureMarks } from "../camera/marks.js";
import { $ } from "../kit/dom.js";
import { gamePart } from "../kit/games.js";
import { Guide, isGuided, setGuided } from "../kit/guide.js";
import { setupHead, toast } from "../kit/head.js";
import { ask, follow, send } from "../kit/live.js";
import { listenToReaders, Places } from "../kit/places.js";
import { know } from "../kit/sitting.js";
import { sure, wholeTurn } from "../kit/sure.js";
import { load, onChange, pick, t } from "../kit/text.js";
import { Voice } from "../kit/voice.js";
import { openReview } from "../replay/review.js";
import { withStart } from "../table/again.js";
import { askAnew } from "../table/anew.js";
import { dismiss, showBanner } from "../table/banner.js";
import { openLimits, tick as runClocks, timeUp } from "../table/clock.js";
import { isFar, setFar, setupFar, showFar } from "../table/far.js";
import { showHistory } from "../table/history.js";
import { deliver, forgetLast, keepLast, keepSaid, lastKept, takeBack, waiting } from "../table/meanwhile.js";
import { openSeat, setupSeat } from "../table/seat.js";

let view = null;
let newest = null;
let online = true;
const stage = $("#stage");
let board = null;
let taps = null;
const camera = new Camera($("#camera"));
const marks = new PictureMarks($("#camera"), "/api/table/places", (places, unit) =>
  view && act.game?.onPicture ? act.game.onPicture(view, places, unit) : [],
);
const places = new Places($("#board"));
const announce = (text) => {
  $("#live").textContent = ""; // the same words once more are news too
  requestAnimationFrame(() => ($("#live").textContent = text));
};
const voice = new Voice(announce);
const seated = document.body.dataset.role !== "spectator";

/** What a wish is said about, so that the same one from two devices is granted once. */
const about = () => view && { match: view.match.id, turn: view.turn.number, step: view.turn.actions.length };

/** Whether a view was overtaken: an answer may come after the news of what somebody else did meanwhile. */
const late = (other) => other.match.id === view?.match.id && other.events < view.events;

async function tell(path, body) {
  const said = { ...body, about: about() };
  try {
    if (waiting() && !(await deliver(post))) throw new Error(t("offline"));
    if (view.eye.status === "paused" && view.match.source === "hand" && path !== "pause") await post("pause", RESUME);
    const answer = await post(path, said);
    if (answer.said) toast(pick(answer.said));
    if (answer.view && !late(answer.view)) show(answer.view);
    return answer;
  } catch (error) {
    if (error.status || !meanwhile(path, said)) toast(error.status ? error.message : t("offline.action"));
    return null;
  }
}

const RESUME = { on: false };
const post = (path, body) => send(`/api/table/${path}`, body);

/** The referee is away: draw what was tapped by hand and keep it for later; false where only the referee can tell. */
function meanwhile(path, said) {
  const before = path === "undo" ? takeBack() : null;
  const next = before ?? (view.match.source === "hand" ? act.game.ahead?.(view, path, said) : null);
  if (!next || (!before && !keepSaid(path, said, view))) return false;
  show(next);
  return true;
}

/** Nobody answers and nothing is shown yet: the table as it was last told to this device, else that nobody answers. */
async function showLast() {
  const last = lastKept();
  if (!last) {
    await ask("/api/token").catch((error) => error.status || location.replace("/home"));
    return;
  }
  await useGame(last.match.page);
  if (!view) show(last);
}

/** What can be put right, of one verdict or at all; its script is fetched now. */
const openMore = (verdict = null) => act.game.openMore(view, tell, verdict).catch(() => toast(t("offline.action")));

const guide = new Guide(() => view && show(view));

const act = {
  seated,
  guide: (now) => guide.card(now),
  role: document.body.dataset.role,
  goOn: () => tell("pause", RESUME),
  confide: (word) => tell("confide", { word }),
  whose: (colour) => tell("colour", { colour }),
  done: () =>
    act.game.unready?.(view) ? sure(act.game.unready(view), "done.anyway", () => tell("done")) : tell("done"),
  takeBack: () => (view.turn.actions.length ? tell("undo") : wholeTurn(view.history.at(-1), tell)),
  redo: () => tell("redo"),
  rematch: () => withStart(act.page, (start) => tell("rematch", start)),
  redraw: () => show(view),
  showScene: (scene, animate) => board.show(scene, animate),
  more: () => openMore(),
  adopt: (how) => tell("adopt", how),
  review: () => openReview(view.match.id, view.history.at(-1)?.turn),
  answer: (question, k) => tell("answer", { question, k }),
  offer: (verdict, offer) => (offer === "wrong" ? openMore(verdict) : tell("offer", { verdict: verdict.id, offer })),
  // Whoever plays has taken it for all; a spectator closes it on this page alone.
  close: (id) => {
    if (seated && view.waiting.some((v) => v.id === id)) return tell("offer", { verdict: id, offer: "closed" });
    dismiss(id);
    return show(view);
  },
  camera: () => setStage(view.match.source === "camera" ? "both" : "drawing"),
};

/** Draw with the parts of the game that is on the table. */
async function useGame(page) {
  if (act.page === page) return;
  const game = await gamePart(page, "table");
  if (act.page === page) return; // another view was faster: one board, one who listens to taps
  act.game = game;
  act.page = page;
  document.body.dataset.page = page;
  board = new game.Board($("#board"));
  taps = new game.Taps(board, $("#hand-help"), (word) => tell("act", { word }), toast);
}

/** Draw one whole view. */
function show(now) {
  view = now;
  keepLast(now);
  document.body.dataset.match = now.match.id;
  $("#match-name").textContent = now.match.name;
  $("#simulated").hidden = !now.match.simulated;
  $("#simulated").textContent = act.game.simulated?.() ?? t("simulated");
  $("#switch").hidden = now.match.source !== "camera";
  if (now.match.source !== "camera") setStage("drawing", false);
  eyeChip(now, online);
  clubChip(now);
  know(now.match);
  const scene = act.game.scene(now);
  board.show(scene);
  places.show(act.game.places?.(scene, board) ?? []);
  const byHand = now.match.source === "hand" && now.eye.status !== "paused"; // a camera that pauses is another matter
  taps.update(now, seated && (byHand || now.eye.gone || stage.dataset.hand === "on"));
  act.game.showPanel($("#panel"), now, act);
  showFar($("#far"), now, act.game, act);
  showBanner($("#banner"), now, act);
  showHistory($("#history"), now, act.game.ruleName, (turn) => openReview(now.match.id, turn));
  lookOn();
  document.title = `${t("turn.short", { n: now.turn.number })} · ${now.match.name} · icekeeper`;
  askAnew(now, tell, act.role);
  document.dispatchEvent(new CustomEvent("icekeeper:view", { detail: now }));
  document.body.dataset.ready = "yes";
}

function setStage(which, remember = true) {
  stage.dataset.show = which;
  for (const button of $("#switch").children)
    button.setAttribute("aria-pressed", String(button.dataset.show === which));
  if (remember) localStorage.setItem("icekeeper.stage", which);
  if (view) lookOn();
}

/** Fetch the camera's picture while somebody looks at it, and write on it what this view says. */
function lookOn() {
  const on = stage.dataset.show !== "drawing" && view.match.source === "camera";
  if (camera.run(on)) marks.run(on);
  marks.show();
}

/** Enter the turn by hand although a camera watches: the fallback when the light goes. */
export function setHand(on) {
  stage.dataset.hand = on ? "on" : "off";
  if (view) show(view);
}

/** Every second: the clocks; that somebody's time is up is said once. */
function tick() {
  runClocks(view);
  const up = timeUp(view);
  if (up && voice.tell(up[0], up[1])) toast(up[1]);
}

/** From which side this device looks, and who sits where in a game that can name them. */
const seatItem = (sitters) => [
  sitters.length ? "seat.sit" : "seat.menu",
  () => openSeat(view.match.source === "camera", () => show(view), act.game.sideText, sitters),
];

/** What everybody can choose for this device alone. */
const items = () => [
  [isFar() ? "far.off" : "far.on", () => setFar(!isFar())],
  ...(view?.clock && seated && !view.how
    ? [["clock.menu", () => openLimits(view, (body) => tell("clock", body))]]
    : []),
  ...(view && seated ? [[isGuided() ? "guide.leave" : "guide.on", () => (setGuided(!isGuided()), show(view))]] : []),
  ...(view ? [seatItem(act.game.sitters?.(view) ?? [])] : []),
];

async function start() {
  await load();
  setupHead({ table: { tell, setHand, hand: () => stage.dataset.hand === "on", view: () => view, items } });
  setupFar(() => view && show(view));
  await setupSeat();
  setStage(
    new URLSearchParams(location.search).get("show") ?? localStorage.getItem("icekeeper.stage") ?? "drawing",
    false,
  );
  $("#switch").addEventListener("click", (event) => event.target.dataset.show && setStage(event.target.dataset.show));
  $("#sheet").addEventListener("click", () => {
    const up = $("#history").classList.toggle("up");
    $("#sheet").setAttribute("aria-expanded", String(up));
  });
  onChange(() => view && show(view));
  follow(
    "/api/table/events",
    async (now) => {
      if (!now) return forgetLast(); // the match was left, or the table is empty for a moment, as before a rematch
      newest = now;
      await useGame(now.match.page);
      const had = waiting();
      if (had && !(await deliver(post))) return; // it is being told, or the referee is away again
      if (!had && newest !== now) return; // a newer view came while the game's scripts were loading
      show(newest);
      voice.hear(newest);
    },
    (now) => {
      online = now;
      if (view) eyeChip(view, online);
      else if (!now) showLast();
    },
  );
  setInterval(tick, 1000);
  listenToReaders($("#board"), () => (view ? act.game.far(view) : []), announce);
}

start();
