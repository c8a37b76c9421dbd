// A turn in the page's address: #turn-14 (or ?turn=14) opens there, and the address follows what is shown.

const FORM = /^#turn-(\d+)(?:\.(\d+))?$/;

/** The turn, and the step in it, that the address asks for; null where it asks for none. */
export function asked(place = location) {
  const [, turn, step] = FORM.exec(place.hash) ?? [];
  const number = Number(turn ?? new URLSearchParams(place.search).get("turn"));
  return Number.isInteger(number) && number > 0 ? { turn: number, step: step ? Number(step) : null } : null;
}

/** Say in the address which turn is shown, without a new entry for the back button. */
export function tell(number) {
  const address = linkTo(number);
  if (location.href === address) return;
  try {
    history.replaceState(history.state, "", address);
  } catch {
    // A file opened in a browser that keeps addresses of files as they are.
  }
}

/** The address that opens this turn. */
export function linkTo(number) {
  const address = new URL(location.href);
  address.searchParams.delete("turn");
  address.hash = number ? `turn-${number}` : "";
  return address.href;
}

/** Put a text where it can be pasted; false where the browser does not let a page over http do that. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
