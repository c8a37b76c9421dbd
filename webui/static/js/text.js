// Every word the page says, in the language chosen; the tables are /static/lang/*.json.

export const LANGUAGES = ["en", "de", "fr", "it"];

let table = {};
let language = "en";
const listeners = [];

/** The language of the page now. */
export const current = () => language;

/** Take a finished table (a shared match carries its own). */
export function use(code, words) {
  language = code;
  table = words;
  document.documentElement.lang = code;
}

/** Load the table of the document's language. */
export async function load() {
  await change(document.documentElement.lang || "en", false);
}

/** Change the language; remembered for a year where `remember` is not false. */
export async function change(code, remember = true) {
  const answer = await fetch(`/static/lang/${LANGUAGES.includes(code) ? code : "en"}.json`);
  use(code, await answer.json());
  if (remember) document.cookie = `language=${code}; path=/; max-age=31536000; samesite=strict`;
  translate(document);
  for (const listener of listeners) listener(code);
}

export const onChange = (listener) => listeners.push(listener);

/** The text of `key` with its {places} filled. */
export function t(key, params = {}) {
  const text = table[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? params[name] : whole));
}

/** One of the four texts the server sent. */
export function pick(texts) {
  if (!texts) return "";
  return typeof texts === "string" ? texts : (texts[language] ?? texts.en ?? "");
}

/** Put the words of this language where the templates ask for them. */
export function translate(root) {
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of root.querySelectorAll("[data-t-label]")) node.setAttribute("aria-label", t(node.dataset.tLabel));
  for (const node of root.querySelectorAll("[data-t-hint]")) node.setAttribute("placeholder", t(node.dataset.tHint));
}

const LETTERS = { red: "r", yellow: "y", green: "g", blue: "b" };

/** The letter of an arrow's colour, or undefined for circle and arc. */
export const letterOf = (symbol) => LETTERS[symbol];

/** "Red", at the head of a sentence. */
export const Colour = (letter) => t(`Colour.${letter}`);

/** "red", within one. */
export const colour = (letter) => t(`colour.${letter}`);

const UNNAMED = { r: "Red", y: "Yellow", g: "Green", b: "Blue" };

/** A player's name; one without a name is called by the colour. */
export const playerName = ({ name, colour: letter }) => (!name || name === UNNAMED[letter] ? Colour(letter) : name);

/** Who has won, alone or together. */
export const winText = (letters) =>
  t(letters.length > 1 ? "history.shared" : "history.win", { colour: [...letters].map(Colour).join(", ") });

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

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** An action in words a player would use; `several`: the words that mean one of several pawns of a colour in a stack. */
export function actionText(word, several = []) {
  const a = parse(word);
  if (!a) return word;
  if (a.kind === "tilt") return capital(t("action.tilt", { pair: t(`pair.${a.pair}`), way: t(`toward.${a.roll}`) }));
  if (a.kind === "turn")
    return t(a.way === "+" ? "action.right" : "action.left", { cube: t(`slot.${a.cube}`), arc: t(`slot.${a.arc}`) });
  const key = a.space === 0 ? "action.enter" : "action.step";
  const text = t(key, {
    colour: Colour(a.colour),
    path: t(`path.${a.path}`),
    space: a.space,
    arrow: t(`slot.${a.arrow}`),
  });
  const height = a.height === null || !several.includes(word) ? "" : ` (${t("action.height", { height: a.height + 1 })})`;
  return text + height + (a.circle ? ` · ${t("action.copied", { circle: t(`slot.${a.circle}`) })}` : "");
}
