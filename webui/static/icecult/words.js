// The words of ICE CULT: symbols and actions as a player would say them.

import { sits } from "../shell/kit/sitting.js";
import { Colour, t } from "../shell/kit/text.js";

const LETTERS = { red: "r", yellow: "y", green: "g", blue: "b" };

/** The letter of an arrow's colour, or undefined for circle and arc. */
export const letterOf = (symbol) => LETTERS[symbol];

/** A symbol in words, with its direction: "red arrow › N". */
export function symbolText(symbol, facing) {
  if (!symbol) return t("symbol.unknown");
  if (symbol === "circle" || symbol === "arc") return t(`symbol.${symbol}`);
  return `${t(`symbol.${symbol}`)} › ${t(`side.${facing}`)}`;
}

const WORD = {
  tilt: /^([NESW])([nesw])$/,
  step: /^([rygb])([NESW])(\d)(?:\.(\d+))?@(\w\w)(?:\*(\w\w))?$/,
  turn: /^(\w\w)([+-])@(\w\w)$/,
};

/** An action word taken apart, or null. */
export function parse(word) {
  let m = WORD.tilt.exec(word);
  if (m) return { kind: "tilt", word, pair: m[1], roll: m[2] };
  m = WORD.step.exec(word);
  if (m) {
    return {
      kind: "step",
      word,
      colour: m[1],
      path: m[2],
      space: Number(m[3]),
      height: m[4] ? Number(m[4]) : null,
      arrow: m[5],
      circle: m[6] ?? null,
    };
  }
  m = WORD.turn.exec(word);
  return m ? { kind: "turn", word, cube: m[1], way: m[2], arc: m[3] } : null;
}

/** "north pair", or "pair nearest to Ada" where it is known who sits there. */
export const pairText = (pair) => (sits(pair) ? t("pair.near", { name: sits(pair) }) : t(`pair.${pair}`));

/** "to the north", or "towards Ada". */
const towardText = (way) => (sits(way) ? t("toward.near", { name: sits(way) }) : t(`toward.${way}`));

/** "north path", or "Ada's path". */
export const pathText = (path) => (sits(path) ? t("path.near", { name: sits(path) }) : t(`path.${path}`));

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** An action in words a player would use; `several`: the words that mean one of several pawns of a colour in a stack. */
export function actionText(word, several = []) {
  const a = parse(word);
  if (!a) return word;
  if (a.kind === "tilt") return capital(t("action.tilt", { pair: pairText(a.pair), way: towardText(a.roll) }));
  if (a.kind === "turn")
    return t(a.way === "+" ? "action.right" : "action.left", { cube: t(`slot.${a.cube}`), arc: t(`slot.${a.arc}`) });
  const key = a.space === 0 ? "action.enter" : "action.step";
  const text = t(key, {
    colour: Colour(a.colour),
    path: pathText(a.path),
    space: a.space,
    arrow: t(`slot.${a.arrow}`),
  });
  const height =
    a.height === null || !several.includes(word) ? "" : ` (${t("action.height", { height: a.height + 1 })})`;
  return text + height + (a.circle ? ` · ${t("action.copied", { circle: t(`slot.${a.circle}`) })}` : "");
}

/** A place by its name in this language: "NE", "E3", "start area". */
export function placeText(place) {
  if (place === "start") return t("start");
  if (place.startsWith("goal")) return t("board.home", { path: t(`path.${place[4]}`) });
  return /\d/.test(place) ? t(`side.${place[0]}`) + place.slice(1) : t(`slot.${place}`);
}

/** The short name of a broken rule. */
export const ruleName = (rule) => t(`rule.${rule}`);
