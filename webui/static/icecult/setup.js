// ICE CULT before a match: its house rules and how its board is found.

import { t } from "../shell/kit/text.js";

export { BoardStep } from "./boardstep.js";

/** Its set is learned, and its board laid in one of two ways. */
export const LEARNS = true;

export const STEPS = ["camera", "board", "players"];

/** House rules; the first choice is the default. */
export const HOUSE = { circles: ["must", "may"], end: ["move", "turn"], tower: ["anyone", "owner"] };

/** The name or sentence of a house rule. */
/** In which order players are entered, and what becomes of colours that nobody plays. */
export const orderText = () => t("players.order");

export const houseText = (key) => t(`house.${key}`);
