// The door for games: each has a folder beside this one with the same three parts.
//
//   replay.js  Board, sceneOf(step, replay), actionText(word, several), figures(statistics), token(colour), ruleName(rule),
//              arrows(steps, board, first, last) of a turn, given(words) of it that were no choice
//   table.js   scene(view), Taps, showPanel, far(view), openMore, putRight(view); and where it has them places(scene, board),
//              onPicture(view, places, unit) on the camera's picture, sitters(view)
//   guide/steps.js   due(view), TEXTS of a first game, where it has a guide
//   setup.js   HOUSE, BoardStep, LEARNS (whether its set is learned)

/** One part of a game; `page` is the name of its folder, as the server tells it. */
export const gamePart = (page, part) => import(`../../${page}/${part}.js`);
