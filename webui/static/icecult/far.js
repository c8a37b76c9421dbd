// What ICE CULT shows of a turn to those two metres away: the tilts that are missing, else every symbol that is owed.

import { t } from "../shell/kit/text.js";
import { turned } from "../shell/table/seat.js";
import { putBack } from "./differs.js";
import { icon } from "./drawing/pieces.js";
import { tiltMark } from "./drawing/tiltmark.js";
import { owedOne } from "./panel.js";
import { placeText } from "./words.js";

/** The lines of the table view: {icons, text, kind}. */
export function far(view) {
  if (view.how) return [{ text: t(`won.${view.how}`) }];
  if (view.to_put_back)
    return view.to_put_back.places.map((place) => ({
      text: `${placeText(place)}: ${putBack(view, place)}`,
      kind: "owed",
    }));
  const rotation = view.match.layout === "corners" ? 45 : 0;
  const { tilts, owed, symbols } = view.turn;
  if (tilts.length < 2)
    return [
      {
        icons: tilts.filter((word) => /^[NESW][nesw]$/.test(word)).map((word) => tiltMark(word, rotation + turned())),
        text: t(tilts.length ? "owed.tilt1" : "owed.tilt2"),
        kind: "owed",
      },
    ];
  if (!owed.length) return [{ text: t("owed.nothing") }];
  return owed.map((each) => {
    const top = symbols.find((one) => one.slot === each.slot);
    return { icons: [icon(top, rotation, turned())], text: owedOne(view, each), kind: "owed" };
  });
}
