// The table was set up anew: whether a new match is meant is asked, never assumed.

import { openDialog } from "../kit/dialogs.js";
import { h } from "../kit/dom.js";
import { t } from "../kit/text.js";

let dialog = null;

/** Ask whoever may begin one; what the table shows next closes the question again. */
export function askAnew(view, tell, role) {
  const asked = view.anew && (role === "host" || (role === "seat" && view.how));
  if (!asked) {
    dialog?.close();
    dialog = null;
    return;
  }
  if (dialog) return;
  const answer = (yes) => () => (dialog?.close(), (dialog = null), tell("anew", { yes }));
  dialog = openDialog(t("anew.title"), () =>
    h(
      "div",
      { class: "choice-list" },
      h("p", {}, t("anew.why")),
      view.how ? null : h("p", { class: "soft" }, t("anew.on")),
      h("button", { type: "button", class: "main-action", "data-anew": "yes", onclick: answer(true) }, t("anew.yes")),
      h("button", { type: "button", "data-anew": "no", onclick: answer(false) }, t("anew.no")),
    ),
  );
}
