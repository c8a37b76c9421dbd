// A turn played on while the referee cannot be reached: only what is lawful, as the referee will find it too.
// It judges nothing: turns wait for their verdict, and where somebody has won nothing more is offered.

import { COLOURS } from "../../shell/kit/marks.js";
import { PAIRS, SLOTS } from "../drawing/plan.js";
import { after, shows } from "../drawing/poses.js";
import { letterOf, parse } from "../words.js";

const TILTS = ["Nn", "Ns", "Ee", "Ew", "Sn", "Ss", "We", "Ww"];
const BACK = { n: "s", s: "n", e: "w", w: "e" };
const PAWNS = 5;

/** What a cube with these prints shows on top in a pose; null where that face is not known. */
export function topOf(prints, pose) {
  const text = prints[pose[0]];
  if (!text) return null;
  if (text === "circle") return { symbol: "circle", facing: null };
  const looks = (face) => Object.entries(shows(pose)).find(([, home]) => home === face)[0];
  if (text.includes(">")) return { symbol: text.split(">")[0], facing: looks(text.split(">")[1]) };
  const [a, b] = [...text.slice(4)].map(looks);
  return { symbol: "arc", facing: "NS".includes(a) ? a + b : b + a };
}

const inOrder = (letters) => COLOURS.flatMap((c) => [...letters].filter((each) => each === c)).join("");

function stepped(state, action) {
  const paths = { ...state.paths, [action.path]: [...state.paths[action.path]] };
  const path = paths[action.path];
  if (action.space === 0) {
    path[0] += action.colour;
    return { ...state, paths, start: state.start.replace(action.colour, "") };
  }
  const stack = path[action.space - 1];
  const height = action.height ?? stack.lastIndexOf(action.colour);
  const goes = stack.slice(height);
  path[action.space - 1] = stack.slice(0, height);
  if (action.space < path.length) {
    path[action.space] += goes;
    return { ...state, paths };
  }
  return { ...state, paths, goal: { ...state.goal, [action.path]: inOrder(state.goal[action.path] + goes) } };
}

/** The table after a lawful action. */
function performed(state, action) {
  if (action.kind === "step") return stepped(state, action);
  const moved = action.kind === "tilt" ? PAIRS[action.pair] : [action.cube];
  const turn = (slot) => after(state.cubes[slot], action.roll ?? action.way);
  const cubes = SLOTS.map((slot) => [slot, moved.includes(slot) ? turn(slot) : state.cubes[slot]]);
  return { ...state, cubes: Object.fromEntries(cubes) };
}

/** Every step that the arrow on a cube allows, by itself or copied by a circle. */
function stepsOf(state, tops, arrow, circle = "") {
  const colour = letterOf(tops[arrow]?.symbol);
  if (!colour) return [];
  const path = tops[arrow].facing;
  const by = `@${arrow}${circle && `*${circle}`}`;
  const on = state.paths[path].flatMap((stack, i) =>
    [...stack].flatMap((pawn, height) => (pawn === colour ? [`${colour}${path}${i + 1}.${height}${by}`] : [])),
  );
  return state.start.includes(colour) ? [`${colour}${path}0${by}`, ...on] : on;
}

/** Whether somebody has five pawns home, or all five in one stack that counts. */
function won(view, state) {
  const players = view.match.players.map(({ colour }) => colour);
  const five = (letters, c) => [...letters].filter((each) => each === c).length === PAWNS;
  const home = Object.values(state.goal).join("");
  const counts = view.match.house.tower === "anyone" ? players : [state.to_move];
  const stacks = Object.values(state.paths).flat();
  return players.some((c) => five(home, c)) || counts.some((c) => stacks.some((stack) => five(stack, c)));
}

/** The turn as it stands: the symbols, what is owed and what is lawful. */
function standing(view, state, tilts, spent) {
  const tops = Object.fromEntries(SLOTS.map((slot) => [slot, topOf(view.set.cubes[slot], state.cubes[slot])]));
  const symbol = (slot, status) => ({
    slot,
    symbol: tops[slot]?.symbol ?? null,
    facing: tops[slot]?.facing ?? null,
    status,
    why: null,
  });
  if (tilts.length < 2) {
    const undone = tilts.length ? tilts[0][0] + BACK[tilts[0][1]] : "";
    const legal = TILTS.filter((word) => word !== undone);
    return { symbols: SLOTS.map((slot) => symbol(slot, "none")), owed: [], legal, may_end: false };
  }
  const must = view.match.house.circles === "must";
  const free = SLOTS.filter((slot) => tops[slot] && !spent.has(slot));
  const over = view.match.house.end === "move" && won(view, state);
  const steps = (slot) =>
    tops[slot].symbol === "circle"
      ? SLOTS.flatMap((arrow) => stepsOf(state, tops, arrow, slot))
      : stepsOf(state, tops, slot);
  const status = (slot) => {
    if (spent.has(slot)) return "spent";
    if (!tops[slot] || over) return "none";
    if (tops[slot].symbol === "arc") return "unused";
    if (!steps(slot).length) return "lapsed";
    return tops[slot].symbol === "circle" && !must ? "unused" : "open";
  };
  const arcs = free.filter((slot) => tops[slot].symbol === "arc");
  const turns = arcs.flatMap((arc) => SLOTS.flatMap((slot) => [`${slot}+@${arc}`, `${slot}-@${arc}`]));
  const kind = (slot) => (tops[slot].symbol === "circle" ? "circle" : "arrow");
  const owed = free
    .filter((slot) => status(slot) === "open")
    .map((slot) => ({ slot, kind: kind(slot), actions: steps(slot) }));
  return {
    symbols: SLOTS.map((slot) => symbol(slot, status(slot))),
    owed,
    legal: over ? [] : [...free.flatMap((slot) => (tops[slot].symbol === "arc" ? [] : steps(slot))), ...turns],
    may_end: !owed.length,
  };
}

function acted(view, word) {
  const action = parse(word);
  const { turn } = view;
  const spent = new Set(turn.symbols.filter((each) => each.status === "spent").map((each) => each.slot));
  if (action.kind !== "tilt") spent.add(action.kind === "turn" ? action.arc : (action.circle ?? action.arrow));
  const tilts = action.kind === "tilt" ? [...turn.tilts, word] : turn.tilts;
  const state = performed(view.state, action);
  const now = { actions: [...turn.actions, word], undone: [], tilts, several: [] };
  const waiting = view.waiting.filter((told) => told.turn >= turn.number || told.kind === "win");
  return { ...view, state, waiting, turn: { ...turn, ...now, ...standing(view, state, tilts, spent) } };
}

function handedOn(view) {
  const players = view.match.players.map(({ colour }) => colour);
  const { turn } = view;
  const player = players[(players.indexOf(turn.player) + 1) % players.length];
  const state = { ...view.state, to_move: player };
  const past = { turn: turn.number, player: turn.player, legal: null, rule: null, human: false };
  const now = { number: turn.number + 1, player, since: Date.now() / 1000, actions: [], undone: [], tilts: [] };
  return {
    ...view,
    state,
    history: [...view.history, past],
    turn: { ...turn, ...now, several: [], ...standing(view, state, [], new Set()) },
  };
}

/** The view after what was said (`act` with a lawful word, or `done`); null where that is the referee's to say. */
export function ahead(view, path, said) {
  if (!view.set || view.winners || view.unknown.length || won(view, view.state)) return null;
  if (path === "act") return view.turn.legal.includes(said.word) ? acted(view, said.word) : null;
  return path === "done" && view.turn.tilts.length === 2 ? handedOn(view) : null;
}
