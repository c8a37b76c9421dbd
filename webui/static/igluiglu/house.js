// The house rules of IGLU IGLU with a name and a sentence for each choice, and how the ice is laid.

import { current, fill } from "../shell/kit/text.js";
import { HOUSE as DE } from "./words/de.js";
import { HOUSE as EN } from "./words/en.js";
import { HOUSE as FR } from "./words/fr.js";
import { HOUSE as IT } from "./words/it.js";

/** House rules; the first choice is the default. */
export const HOUSE = {
  ringMelt: ["fallback", "free"],
  barred: ["corners", "centre"],
  glacierDrift: ["on", "off"],
  displacedBearEats: ["on", "off"],
  preyEntersBear: ["safe", "eaten"],
  harpoonSeaBear: ["off", "adjacent"],
  onePerKind: ["ownTurn", "everyTurn"],
  animalTiming: ["afterDraw", "any"],
  corners: ["bothWays", "outOnly"],
  endCheck: ["first", "afterMelt"],
  half: ["down", "up", "exact"],
  tieBreak: ["shared", "animals"],
  serious: ["off", "on"],
};

export const HOUSE_TABLES = { en: EN, de: DE, fr: FR, it: IT };

/** The name or sentence of a house rule or of a step of the set-up; `default` is left to the page. */
export const houseText = (key, params) => fill((HOUSE_TABLES[current()] ?? EN)[key] ?? key, params);
