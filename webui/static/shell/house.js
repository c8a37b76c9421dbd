// House rules with a sentence each; the first choice is the default.

import { h } from "./kit/dom.js";
import { t } from "./kit/text.js";

/** Radio buttons for every house rule of a game; `game` has {HOUSE: {rule: [default, other, ...]}, houseText(key)}. */
export function houseFields({ HOUSE, houseText }, now = {}) {
  return Object.entries(HOUSE).map(([key, choices]) =>
    h(
      "fieldset",
      { class: "house" },
      h("legend", {}, houseText(key)),
      choices.map((choice, i) =>
        h(
          "label",
          { class: "choice" },
          h("input", { type: "radio", name: key, value: choice, checked: (now[key] ?? choices[0]) === choice }),
          h(
            "span",
            {},
            h("b", {}, houseText(`${key}.${choice}`)),
            i === 0 ? ` ${t("house.default")}` : "",
            h("br", {}),
            h("span", { class: "soft" }, houseText(`${key}.${choice}.why`)),
          ),
        ),
      ),
    ),
  );
}

/** The rules chosen in a form. */
export function readHouse({ HOUSE }, form) {
  return Object.fromEntries(
    Object.keys(HOUSE).map((key) => [key, form.querySelector(`input[name="${key}"]:checked`).value]),
  );
}
