// IGLU IGLU for those who play it for the first time: what is due, and what that means.

/** Which step is due, by its name in TEXTS. */
export function due(view) {
  if (view.how) return "end";
  const { wants } = view.turn;
  if (wants === "act") return view.turn.may_end && !view.turn.legal.some((word) => word !== "done") ? "done" : "act";
  return wants === "nothing" ? "done" : wants;
}

/** Each step in four languages. */
export const TEXTS = {
  place: {
    en: "First everybody puts one Inuit in turn on any space of the outer ring, until none is left. (R9)",
    de: "Zuerst setzt jeder reihum einen Inuit auf ein beliebiges Feld des äußeren Rings, bis keiner mehr übrig ist. (R9)",
    fr: "D’abord, chacun à son tour pose un Inuit sur une case quelconque de l’anneau extérieur, jusqu’au dernier. (R9)",
    it: "Prima ognuno a turno mette un Inuit su una casella qualsiasi dell’anello esterno, finché ce ne sono. (R9)",
  },
  melt: {
    en: "A turn begins with a tile that melts: take an empty face-down one next to the sea. It is a duty, once in every turn. (R12)",
    de: "Ein Zug beginnt mit einem Plättchen, das schmilzt: nimm ein leeres, verdecktes neben dem Meer. Das ist Pflicht, einmal in jedem Zug. (R12)",
    fr: "Un tour commence par une tuile qui fond : prenez-en une vide, face cachée, au bord de la mer. C’est une obligation, une fois par tour. (R12)",
    it: "Un turno comincia con una tessera che si scioglie: prendine una vuota e coperta accanto al mare. È un obbligo, una volta per turno. (R12)",
  },
  tile: {
    en: "Look at it alone. Without a red border it is shown and happens now; with one you keep it, face down before you. (R15)",
    de: "Sieh es dir allein an. Ohne roten Rand wird es gezeigt und gilt sofort; mit rotem Rand behältst du es verdeckt vor dir. (R15)",
    fr: "Regardez-la seul. Sans bord rouge, elle est montrée et s’applique aussitôt ; avec, vous la gardez face cachée devant vous. (R15)",
    it: "Guardala da solo. Senza bordo rosso si mostra e vale subito; con il bordo rosso la tieni coperta davanti a te. (R15)",
  },
  drift: {
    en: "Drift: one tile is pushed one space, with all that lie before it without a gap. What stands on them goes along. (R20)",
    de: "Drift: ein Plättchen wird um ein Feld geschoben, mit allen, die lückenlos davor liegen. Was darauf steht, fährt mit. (R20)",
    fr: "Dérive : une tuile est poussée d’une case, avec toutes celles qui la précèdent sans vide. Ce qui s’y trouve suit. (R20)",
    it: "Deriva: una tessera viene spinta di una casella, con tutte quelle che la precedono senza vuoti. Ciò che vi sta sopra la segue. (R20)",
  },
  act: {
    en: "Now you have three points: an Inuit walks to the next ice, goes by kayak, hunts, or builds an igloo.",
    de: "Jetzt hast du drei Punkte: ein Inuit geht auf das nächste Eis, fährt Kajak, jagt oder baut ein Iglu.",
    fr: "Vous avez maintenant trois points : un Inuit marche sur la glace voisine, part en kayak, chasse ou bâtit un igloo.",
    it: "Ora hai tre punti: un Inuit cammina sul ghiaccio vicino, va in kayak, caccia o costruisce un igloo.",
  },
  defence: {
    en: "A bear steps onto your ice. A harpoon drives it off and you get it; without one, Inuit without an igloo there flee to a corner. (R29)",
    de: "Ein Bär betritt dein Eis. Eine Harpune wehrt ihn ab, und du bekommst ihn; ohne sie fliehen Inuit, die dort kein Iglu haben, in eine Ecke. (R29)",
    fr: "Un ours entre sur votre glace. Un harpon le repousse et il est à vous ; sinon, les Inuits sans igloo à cet endroit fuient vers un coin. (R29)",
    it: "Un orso sale sul tuo ghiaccio. Un arpione lo respinge ed è tuo; senza, gli Inuit che lì non hanno un igloo fuggono in un angolo. (R29)",
  },
  flee: {
    en: "Whoever is driven off goes to a corner, which stays land for ever. Choose one.",
    de: "Wer vertrieben wird, kommt in eine Ecke, die immer Land bleibt. Wähle eine.",
    fr: "Qui est chassé va dans un coin, qui reste toujours terre. Choisissez-en un.",
    it: "Chi viene cacciato va in un angolo, che resta sempre terra. Scegline uno.",
  },
  animals: {
    en: "Three steps for animals, one or several, each to a space where it may live. All three are made as long as one is possible. (R25, R26)",
    de: "Drei Schritte für Tiere, eins oder mehrere, jeder auf ein Feld, auf dem es leben kann. Alle drei werden gemacht, solange einer möglich ist. (R25, R26)",
    fr: "Trois pas d’animaux, un ou plusieurs, chacun vers une case où il peut vivre. Les trois sont faits tant qu’un est possible. (R25, R26)",
    it: "Tre passi di animali, uno o più, ognuno verso una casella dove può vivere. Si fanno tutti e tre finché uno è possibile. (R25, R26)",
  },
  done: {
    en: "Nothing is left to do. Press Done.",
    de: "Es gibt nichts mehr zu tun. Drücke Fertig.",
    fr: "Il ne reste rien à faire. Touchez Terminé.",
    it: "Non resta nulla da fare. Tocca Fatto.",
  },
  end: {
    en: "The ice is gone, and the islands are counted: who has most on an island gets its points. That was your first game.",
    de: "Das Eis ist geschmolzen, und die Inseln werden gewertet: wer auf einer Insel am meisten hat, bekommt ihre Punkte. Das war deine erste Partie.",
    fr: "La glace a fondu et les îles sont comptées : qui a le plus sur une île en reçoit les points. C’était votre première partie.",
    it: "Il ghiaccio è sciolto e si contano le isole: chi ha di più su un’isola ne riceve i punti. Era la tua prima partita.",
  },
};
