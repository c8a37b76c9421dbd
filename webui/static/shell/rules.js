// Every rule number in a sentence opens that rule.

import { openDialog } from "./kit/dialogs.js";
import { h } from "./kit/dom.js";
import { toast } from "./kit/head.js";
import { ask } from "./kit/live.js";
import { current, t } from "./kit/text.js";

async function openRule(game, number) {
  try {
    const { text } = await ask(`/api/rules/${encodeURIComponent(game)}/${current()}/${number}`);
    openDialog(t("rule.title", { number }), () => h("p", { class: "rule-text" }, text));
  } catch (error) {
    toast(error.message);
  }
}

/** A sentence whose rule numbers can be tapped. */
export function withRules(text, game) {
  return text.split(/(\(?\bR\d+\b\)?)/).map((part, i) => {
    if (i % 2 === 0) return part;
    const number = part.replace(/[()]/g, "");
    const open = () => openRule(game, number);
    return h("button", { type: "button", class: "rule", "data-rule": number, onclick: open }, part);
  });
}
