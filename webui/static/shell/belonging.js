// The club this table belongs to, and those that tell of themselves in the network; nothing is joined by itself.

import { $, h, put } from "./kit/dom.js";
import { setupHead, toast } from "./kit/head.js";
import { ask, send } from "./kit/live.js";
import { load, onChange, t } from "./kit/text.js";

let told = { club: null, found: [], finds: true };
let shown = "";
let wanting = "";

/** Send what was tapped, and show how the table stands then. */
async function act(path, body) {
  for (const button of document.querySelectorAll("main button")) button.disabled = true;
  try {
    const { why = "", ...now } = await send(path, body);
    told = now;
    wanting = why === "password" ? body.address : "";
    toast(why ? t(`club.why.${why}`) : "");
  } catch (error) {
    toast(error.detail ?? error.message);
  }
  show();
}

function joinWith(event, address) {
  event.preventDefault();
  const password = new FormData(event.target).get("password");
  act("/api/club/join", password ? { address, password } : { address });
}

/** A club of the network; its password is asked for only where it wants one. */
function row({ title, address, shown: where }) {
  const password = h(
    "label",
    {},
    t("belong.password"),
    h("input", { type: "password", name: "password", autocomplete: "off", maxlength: 200 }),
  );
  return h(
    "li",
    {},
    h(
      "form",
      { class: "card row device", onsubmit: (event) => joinWith(event, address) },
      h("strong", {}, title),
      h("span", { class: "soft" }, where),
      wanting === address ? password : null,
      h("button", { type: "submit", class: "primary" }, t("belong.join", { title })),
    ),
  );
}

function leave() {
  if (confirm(t("belong.leave.sure"))) act("/api/club/leave", {});
}

function belongs({ title, shown: where, state, why }) {
  return [
    h("p", {}, t("belong.now", { title: title || where })),
    h("p", { class: "soft" }, why ? t(`club.why.${why}`) : t(state === "joined" ? "club.joined" : "club.waiting")),
    h("button", { type: "button", id: "leave", onclick: leave }, t("belong.leave")),
  ];
}

function show() {
  shown = JSON.stringify(told);
  put($("#belongs"), told.club ? belongs(told.club) : h("p", {}, t("belong.none")));
  const others = told.found.filter(
    ({ title, shown: where }) => told.club?.title !== title || told.club?.shown !== where,
  );
  const nothing = t(told.finds ? "belong.looking" : "belong.cannot");
  put($("#found"), others.length ? others.map(row) : h("li", { class: "soft" }, nothing));
}

async function refresh() {
  if ($("#found input")) return; // somebody types a password
  told = await ask("/api/club").catch(() => told);
  if (JSON.stringify(told) !== shown) show();
}

await load();
setupHead();
await refresh();
onChange(show);
setInterval(refresh, 2000);
document.body.dataset.ready = "yes";
