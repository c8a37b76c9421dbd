// Finding the board of ICE CULT: by itself, or by dragging its tips and sizes on the live picture; the drawn lines are the proof.

import { BoardOnPicture } from "../shell/camera/boardstep.js";
import { t } from "../shell/kit/text.js";
import { PATHS } from "./drawing/plan.js";
import { boardButtons, boardReport } from "./drawing/report.js";

const SIZES = ["start", "shoulder", "width", "corner", "height"];

export class BoardStep extends BoardOnPicture {
  constructor(node, onFound) {
    super(node, onFound, { corners: PATHS, sizes: SIZES, patient: true });
  }

  words() {
    return { how: t("boardstep.how"), group: t("boardstep.tips") };
  }

  cornerName(path) {
    return t(`side.${path}`);
  }

  cornerText(path) {
    return t("boardstep.tip", { path: t(`path.${path}`) });
  }

  sizeText(name) {
    return t(`handle.${name}`);
  }

  buttonsFor(run) {
    const otherPath = async () => {
      await run.pull({ path: PATHS[(PATHS.indexOf(this.drawn?.path ?? "W") + 1) % 4] });
      this.handles.start.node.focus({ preventScroll: true });
    };
    return boardButtons(this, { ...run, otherPath });
  }

  reportFor(run) {
    return boardReport(this, run);
  }
}
