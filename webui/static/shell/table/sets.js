// With which set a match is played: the learned one, the standard one, or one that was played with lately.

import { h, put } from "../kit/dom.js";
import { t } from "../kit/text.js";

const day = (at) => new Date(at * 1000).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });

/** Offer the sets, where there is more than one to choose from; `camera`: one that learns unknown cubes looks on. */
export function showSets(node, sets, camera) {
  const usual = sets.saved ? "sets.saved" : camera ? "sets.learned" : "sets.standard";
  const choices = [
    ["", t(usual)],
    ...(usual === "sets.standard" ? [] : [["standard", t("sets.standard")]]),
    ...sets.matches.map(({ id, name, at }) => [id, t("sets.match", { name, day: day(at) })]),
  ];
  const before = chosenSet(node) ?? "";
  const choice = ([value, text]) =>
    h(
      "label",
      { class: "choice" },
      h("input", { type: "radio", name: "set", value, checked: value === before }),
      h("span", {}, text),
    );
  node.hidden = choices.length < 2 || !(sets.saved || sets.matches.length);
  put(node, h("legend", {}, t("sets.title")), choices.map(choice));
}

/** The set that was chosen; null for the usual one. */
export const chosenSet = (node) => node.querySelector("input:checked")?.value || null;
