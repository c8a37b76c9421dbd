// ICE CULT before a match: its house rules and how its board is found.

export { BoardStep } from "./boardstep.js";

/** House rules; the first choice is the default. */
export const HOUSE = { circles: ["must", "may"], end: ["move", "turn"], tower: ["anyone", "owner"] };
