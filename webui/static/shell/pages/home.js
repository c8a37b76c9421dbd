// The home page.

import { setGuided } from "../kit/guide.js";
import { setupHead } from "../kit/head.js";
import { load } from "../kit/text.js";
import { forgetLast } from "../table/meanwhile.js";

await load();
if (!document.querySelector('.tiles a[href="/table"]')) forgetLast();
setupHead();
document.querySelector("#first-game")?.addEventListener("click", () => setGuided(true));
document.body.dataset.ready = "yes";
