// IGLU IGLU before a match: its house rules, and how the ice is laid.

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

/** No camera watches this game yet. */
export const BoardStep = null;
