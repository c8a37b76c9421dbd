// One dialog at a time, built when it is needed.

import { h } from "./dom.js";
import { t } from "./text.js";

/** Open a dialog with a title; `fill(close)` gives its content. */
export function openDialog(title, fill, className = "") {
  document.querySelector("dialog")?.remove();
  const id = "dialog-title";
  const close = () => dialog.close();
  const dialog = h("dialog", { class: className, "aria-labelledby": id });
  dialog.append(
    h(
      "div",
      { class: "dialog-head" },
      h("h2", { id }, title),
      h("button", { type: "button", class: "quiet", "data-close": "", onclick: close }, t("close")),
    ),
    fill(close),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
