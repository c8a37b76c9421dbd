// Speaks the first sentence of what is new, once; a short sound before it. Both can be switched off.

import { aloud } from "../aloud.js";
import { current, pick } from "./text.js";

const LOCALE = { en: "en-GB", de: "de-DE", fr: "fr-FR", it: "it-IT" };
const TONE = { fault: [392, 330], win: [523, 659, 784], question: [440, 494], ok: [523] };

export const wants = {
  get voice() {
    return localStorage.getItem("icekeeper.voice") !== "off";
  },
  set voice(on) {
    localStorage.setItem("icekeeper.voice", on ? "on" : "off");
    if (!on) globalThis.speechSynthesis?.cancel();
  },
  get sound() {
    return localStorage.getItem("icekeeper.sound") !== "off";
  },
  set sound(on) {
    localStorage.setItem("icekeeper.sound", on ? "on" : "off");
  },
};

const plain = (text) => text.replace(/\s?\(R\d[^()]*\)/g, "");

/** The first sentence, without the rule number in brackets. */
export function firstSentence(text) {
  const words = plain(text);
  return (/^.*?[.?](?=\s|$)/s.exec(words)?.[0] ?? words).trim();
}

/** What is said aloud: the first sentence; of a win all of it, since who has won comes last. */
const spoken = (kind, text) => (kind === "win" ? plain(text) : firstSentence(text));

let audio = null;

function chime(kind) {
  // Browsers allow sound only after the page was touched once.
  if (!wants.sound || !globalThis.AudioContext || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  (TONE[kind] ?? TONE.ok).forEach((hertz, i) => {
    const at = audio.currentTime + i * 0.16;
    const [tone, gain] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(0.09, at + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, at + 0.32);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.34);
  });
}

export class Voice {
  #told = new Set();
  #fresh = true;

  /** `announce(text)` gets what a screen reader should say politely. */
  constructor(announce) {
    this.announce = announce;
  }

  /** Look at a view and say what it brings that was not said before; nothing at the first one, nor after a correction. */
  hear(view) {
    const news = [];
    if (view.question) news.push([`q${view.match.id}/${view.question.id}`, "question", pick(view.question.text)]);
    for (const v of view.waiting ?? [])
      if (v.kind !== "ok") news.push([`v${view.match.id}/${v.id}`, v.kind, pick(v.text)]);
    const old = this.#fresh;
    this.#fresh = false;
    const unheard = news.filter(([key]) => !this.#told.has(key));
    for (const [key] of unheard) this.#told.add(key);
    if (old || !unheard.length) return;
    this.announce(unheard.map(([, , text]) => text).join(" "));
    for (const [, kind, text] of unheard) this.#say(kind, text);
  }

  /** Say something once that no view brings; whether it is news. */
  tell(key, text) {
    if (this.#told.has(key)) return false;
    this.#told.add(key);
    this.announce(text);
    this.#say("question", text);
    return true;
  }

  #say(kind, text) {
    chime(kind);
    if (!wants.voice || !globalThis.speechSynthesis || document.hidden) return;
    const said = new SpeechSynthesisUtterance(aloud(spoken(kind, text)));
    said.lang = LOCALE[current()];
    speechSynthesis.speak(said);
  }
}
