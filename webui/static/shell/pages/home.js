// The home page.

import { setupHead } from "../kit/head.js";
import { load } from "../kit/text.js";
import { forgetLast } from "../table/meanwhile.js";

await load();
if (!document.querySelector('.tiles a[href="/table"]')) forgetLast();
setupHead();
document.body.dataset.ready = "yes";
