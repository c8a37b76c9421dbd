// House rules with a sentence each; the first choice is the default.

import { h } from "./dom.js";
import { t } from "./text.js";

export const HOUSE = { circles: ["must", "may"], end: ["move", "turn"], tower: ["anyone", "owner"] };

/** Radio buttons for every house rule. */
export function houseFields(now = {}) {
  return Object.entries(HOUSE).map(([key, choices]) =>
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
export function readHouse(form) {
  return Object.fromEntries(
    Object.keys(HOUSE).map((key) => [key, form.querySelector(`input[name="${key}"]:checked`).value]),
  );
}
