// Keys of a replay: they work at once, without a click into it, and never take a key from a field or an open dialog.

const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  Home: "first",
  End: "last",
  " ": "play",
  n: "nextFault",
  p: "previousFault",
};

/** Whether somebody else is meant: a field, a button that space would press, or a dialog that is open elsewhere. */
function taken(event, root) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  if (event.target.closest?.("input, select, textarea, [contenteditable]")) return true;
  if (event.key === " " && event.target.closest?.("button, a, summary")) return true;
  const dialog = document.querySelector("dialog[open]");
  return Boolean(dialog) && !dialog.contains(root);
}

/** Call `actions[name]()` for the keys of a replay until `signal` is aborted. */
export function listenKeys(root, actions, signal) {
  const press = (event) => {
    const name = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!name || taken(event, root)) return;
    event.preventDefault();
    actions[name]();
  };
  document.addEventListener("keydown", press, { signal });
}
