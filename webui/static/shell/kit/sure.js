// Questions before something that is seldom meant.

import { openDialog } from "./dialogs.js";
import { h } from "./dom.js";
import { t } from "./text.js";

/** Ask before something is done that is seldom meant. */
export function sure(question, key, run) {
  openDialog(question, (close) =>
    h(
      "div",
      { class: "choice-list" },
      h("button", { type: "button", "data-sure": "", onclick: () => (close(), run()) }, t(key)),
      h("button", { type: "button", class: "main-action", "data-not": "", onclick: close }, t("cancel")),
    ),
  );
}

/** A whole turn is taken back only after asking; often only its end was meant. */
export function wholeTurn(last, tell) {
  const choice = (name, key, path) => (close) =>
    h("button", { type: "button", "data-sure": name, onclick: () => (close(), tell(path)) }, t(key, { n: last.turn }));
  const choices = [choice("end", "back.end", "reopen"), choice("turn", "back.turn", "take-back")];
  openDialog(t("back.which", { n: last.turn }), (close) =>
    h(
      "div",
      { class: "choice-list" },
      choices.map((each) => each(close)),
    ),
  );
}
