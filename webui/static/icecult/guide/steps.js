// ICE CULT for those who play it for the first time: what is due, and what that means.

/** Which step is due, by its name in TEXTS. */
export function due(view) {
  if (view.to_put_back) return "set-up";
  if (view.how) return "end";
  if (view.waiting?.[0]?.kind === "fault") return "fault";
  const { tilts, owed, symbols } = view.turn;
  if (tilts.length < 2) return tilts.length ? "tilt-2" : "tilt-1";
  const first = owed[0];
  if (first) {
    if (symbols.find((each) => each.slot === first.slot)?.symbol === "circle") return "circle";
    return first.actions.some((word) => /^[rygb][NESW]0/.test(word)) ? "enter" : "move";
  }
  return symbols.some((each) => each.symbol === "arc" && each.status === "unused") ? "arc" : "done";
}

/** Each step in four languages. */
export const TEXTS = {
  "set-up": {
    en: "Before the first turn everything goes to its place: the four cubes so that their arcs form one circle, all pawns beside the board. The list says what is still missing.",
    de: "Vor dem ersten Zug kommt alles an seinen Platz: die vier Eisblöcke so, dass ihre Bögen einen Kreis bilden, alle Figuren neben das Spielfeld. Die Liste sagt, was noch fehlt.",
    fr: "Avant le premier tour, tout est mis en place : les quatre cubes de sorte que leurs arcs forment un cercle, tous les pions à côté du plateau. La liste dit ce qui manque encore.",
    it: "Prima del primo turno tutto va al suo posto: i quattro cubi in modo che i loro archi formino un cerchio, tutte le pedine accanto al tabellone. L’elenco dice che cosa manca ancora.",
  },
  "tilt-1": {
    en: "A turn begins with two tilts. Take two cubes that stand side by side and roll them together over their edge, a quarter turn. (R7)",
    de: "Ein Zug beginnt mit zweimal Kippen. Nimm zwei Eisblöcke, die nebeneinander stehen, und kippe sie zusammen über ihre Kante, eine Vierteldrehung. (R7)",
    fr: "Un tour commence par deux pivotements. Prenez deux cubes côte à côte et faites-les pivoter ensemble par-dessus leur arête, d’un quart de tour. (R7)",
    it: "Un turno comincia con due rotazioni. Prendi due cubi affiancati e ruotali insieme sul loro spigolo, di un quarto di giro. (R7)",
  },
  "tilt-2": {
    en: "And once more, with any pair. Only one thing is forbidden: to put the same pair back where it stood. (R8, R9)",
    de: "Und noch einmal, mit irgendeinem Paar. Nur eins ist verboten: dasselbe Paar dorthin zurückzukippen, wo es stand. (R8, R9)",
    fr: "Et encore une fois, avec n’importe quelle paire. Une seule chose est interdite : remettre la même paire comme elle était. (R8, R9)",
    it: "E ancora una volta, con una coppia qualsiasi. Una sola cosa è vietata: riportare la stessa coppia dov’era. (R8, R9)",
  },
  enter: {
    en: "Now the four symbols on top count, in any order. An arrow moves one pawn of its colour one space outwards on the path it points to; a pawn from the start may enter there. Whose colour it is does not matter: every arrow that allows a move must be used. (R13, R16)",
    de: "Jetzt gelten die vier Symbole oben, in beliebiger Reihenfolge. Ein Pfeil zieht eine Figur seiner Farbe ein Feld nach außen, auf dem Eispfad, auf den er zeigt; auch eine vom Start darf dort einsetzen. Wem die Farbe gehört, ist gleich: jeder Pfeil, der einen Zug erlaubt, muss genutzt werden. (R13, R16)",
    fr: "À présent comptent les quatre symboles du dessus, dans n’importe quel ordre. Une flèche avance un pion de sa couleur d’une case vers l’extérieur, sur le chemin qu’elle désigne ; un pion du départ peut aussi y entrer. Peu importe à qui est la couleur : toute flèche qui permet un déplacement doit servir. (R13, R16)",
    it: "Ora contano i quattro simboli in alto, in qualsiasi ordine. Una freccia muove una pedina del suo colore di una casella verso l’esterno, sul sentiero che indica; può anche entrare una pedina dalla partenza. Di chi sia il colore non importa: ogni freccia che permette una mossa va usata. (R13, R16)",
  },
  move: {
    en: "This arrow moves a pawn that stands on its path. It goes on top of whatever stands on the next space, and carries all that sits on it. (R14)",
    de: "Dieser Pfeil zieht eine Figur, die schon auf seinem Eispfad steht. Sie kommt auf das, was auf dem nächsten Feld steht, und nimmt alles mit, was auf ihr sitzt. (R14)",
    fr: "Cette flèche avance un pion déjà sur son chemin. Il se pose sur ce qui occupe la case suivante et emporte tout ce qui est sur lui. (R14)",
    it: "Questa freccia muove una pedina che è già sul suo sentiero. Va sopra ciò che sta sulla casella seguente e porta con sé tutto quello che ha sopra. (R14)",
  },
  circle: {
    en: "A circle gives one more move by an arrow of your choice on top, used or not. (R17)",
    de: "Ein Kreis gibt einen weiteren Zug mit einem Pfeil deiner Wahl, der oben liegt, genutzt oder nicht. (R17)",
    fr: "Un disque donne un déplacement de plus par une flèche du dessus, à votre choix, utilisée ou non. (R17)",
    it: "Un cerchio dà una mossa in più con una freccia in alto a tua scelta, usata o no. (R17)",
  },
  arc: {
    en: "Nothing more is owed. An arc may turn any one cube a quarter to the left or right: its arrow then points elsewhere, and may owe a move again. You may also leave it. (R18)",
    de: "Mehr ist nicht fällig. Ein Bogen darf einen beliebigen Eisblock um ein Viertel nach links oder rechts drehen: dann zeigt sein Pfeil woandershin und verlangt vielleicht wieder einen Zug. Du kannst ihn auch liegen lassen. (R18)",
    fr: "Rien d’autre n’est dû. Un arc peut tourner un cube quelconque d’un quart à gauche ou à droite : sa flèche pointe alors ailleurs et peut à nouveau exiger un déplacement. On peut aussi s’en passer. (R18)",
    it: "Non è dovuto altro. Un arco può girare un cubo qualsiasi di un quarto a sinistra o a destra: la sua freccia indica allora altrove e forse chiede di nuovo una mossa. Puoi anche lasciarlo. (R18)",
  },
  done: {
    en: "Everything is served. Press Done, or simply let the next player tilt.",
    de: "Alles ist erledigt. Drücke Fertig, oder lass einfach den Nächsten kippen.",
    fr: "Tout est fait. Touchez Terminé, ou laissez simplement la personne suivante pivoter.",
    it: "Tutto è fatto. Tocca Fatto, o lascia semplicemente ruotare chi viene dopo.",
  },
  fault: {
    en: "Something was missed. The referee names the rule and what puts it right; nothing is lost. You decide whether to make up for it or to play on.",
    de: "Etwas wurde vergessen. Der Schiedsrichter nennt die Regel und was es wieder gutmacht; verloren ist nichts. Ihr entscheidet, ob ihr es nachholt oder weiterspielt.",
    fr: "Quelque chose a été oublié. L’arbitre nomme la règle et ce qui répare ; rien n’est perdu. À vous de décider de réparer ou de continuer.",
    it: "Qualcosa è stato dimenticato. L’arbitro dice la regola e che cosa rimedia; nulla è perduto. Decidete voi se rimediare o continuare.",
  },
  end: {
    en: "Five pawns beyond the tips, or five of one colour in one stack: that wins. That was your first game.",
    de: "Fünf Figuren jenseits der Spitzen oder fünf einer Farbe in einem Stapel: das gewinnt. Das war deine erste Partie.",
    fr: "Cinq pions au-delà des pointes, ou cinq d’une couleur dans une pile : c’est gagné. C’était votre première partie.",
    it: "Cinque pedine oltre le punte, o cinque di un colore in una pila: così si vince. Era la tua prima partita.",
  },
};
