// House rules with a sentence each; the first choice is the default.

import { h } from "./dom.js";
import { t } from "./text.js";

/** Radio buttons for every house rule of a game: {rule: [default, other, ...]}. */
export function houseFields(rules, now = {}) {
  return Object.entries(rules).map(([key, choices]) =>
    h(
      "fieldset",
      { class: "house" },
      h("legend", {}, t(`house.${key}`)),
      choices.map((choice, i) =>
        h(
          "label",
          { class: "choice" },
          h("input", { type: "radio", name: key, value: choice, checked: (now[key] ?? choices[0]) === choice }),
          h(
            "span",
            {},
            h("b", {}, t(`house.${key}.${choice}`)),
            i === 0 ? ` ${t("house.default")}` : "",
            h("br", {}),
            h("span", { class: "soft" }, t(`house.${key}.${choice}.why`)),
          ),
        ),
      ),
    ),
  );
}

/** The rules chosen in a form. */
export function readHouse(rules, form) {
  return Object.fromEntries(
    Object.keys(rules).map((key) => [key, form.querySelector(`input[name="${key}"]:checked`).value]),
  );
}
