// What of a turn was no choice of the player: what came before points could be spent.

const CHOSEN = ["place", "walk", "kayak", "hunt", "harpoon", "build", "drift", "play", "done"];

/** The words of a turn up to where points can be spent; what a tile showed is among them. */
export const given = (words) => {
  const first = words.findIndex((word) => CHOSEN.includes(word.split(" ")[0]));
  return first < 0 ? words : words.slice(0, first);
};
