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

const PLACE = /\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}/g;

/** A text with its {places} filled; `{n:point|points}` is the word that goes with the number n. */
export function fill(text, params = {}) {
  return spaced(text).replace(PLACE, (whole, name, one, many) => {
    if (!(name in params)) return whole;
    return one === undefined ? params[name] : isOne(params[name]) ? one : many;
  });
}

const isOne = (count) => new Intl.PluralRules(language).select(Number(count)) === "one";

/** The text as it may be set: no French line ends before : ; ? ! or inside the blanks of « ». */
const spaced = (text) => (language === "fr" ? text.replace(/ (?=[;:?!»])/g, "\u00a0").replace(/« /g, "«\u00a0") : text);

/** A colon or semicolon after a word, with the blank that French puts before it. */
export const sign = (mark) => (language === "fr" ? `\u00a0${mark}` : mark);

/** The text of `key` with its {places} filled. */
export const t = (key, params) => fill(table[key] ?? key, params);

/** A number as this language writes it, with one decimal at most: "9,8". */
export const number = (value) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value);

/** One of the four texts the server sent. */
export function pick(texts) {
  if (!texts) return "";
  return typeof texts === "string" ? texts : (texts[language] ?? texts.en ?? "");
}

/** Put the words of this language where the templates ask for them. */
export function translate(root) {
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of root.querySelectorAll("[data-t-label]")) node.setAttribute("aria-label", t(node.dataset.tLabel));
  for (const node of root.querySelectorAll("[data-t-alt]")) node.alt = t(node.dataset.tAlt);
  for (const node of root.querySelectorAll("[data-t-hint]")) node.setAttribute("placeholder", t(node.dataset.tHint));
}

/** "Red", at the head of a sentence. */
export const Colour = (letter) => t(`Colour.${letter}`);

/** "red", within one. */
export const colour = (letter) => t(`colour.${letter}`);

const UNNAMED = { r: "Red", y: "Yellow", g: "Green", b: "Blue" };

/** A player's name; one without a name is called by the colour. */
export const playerName = ({ name, colour: letter }) => (!name || name === UNNAMED[letter] ? Colour(letter) : name);

/** The names of these colours for the head of a heading, where they have any: "Ada · ". */
export function namesOf(players, letters) {
  const named = players.filter((each) => letters.includes(each.colour) && playerName(each) !== Colour(each.colour));
  return named.length ? `${named.map(playerName).join(", ")} · ` : "";
}

/** Who has won, alone or together. */
export const winText = (letters) =>
  t(letters.length > 1 ? "history.shared" : "history.win", { colour: [...letters].map(Colour).join(", ") });
