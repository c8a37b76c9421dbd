// The home page.

import { setupHead } from "../kit/head.js";
import { load } from "../kit/text.js";

await load();
setupHead();
document.body.dataset.ready = "yes";
