// The home page.

import { setupHead } from "./head.js";
import { load } from "./text.js";

await load();
setupHead();
document.body.dataset.ready = "yes";
