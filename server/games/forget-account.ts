import { gameNames } from "#lib/games/game-api.ts";
import { keysOf } from "#lib/keys-of.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { type BoardsBackend, createBoards } from "./boards.ts";
import { logPaths } from "./kept-logs.ts";

const mostAtOnce = 200;

/**
 * Takes what an account has on boards, and its logs with what says whose they are. What lies at places of its own stays.
 * @throws BackendError
 */
export async function forgetGamesOf(
  backend: BoardsBackend & Pick<ServerBackend, "updateValues">,
  uid: string,
): Promise<void> {
  const boards = createBoards({ backend });
  const runs = keysOf(await backend.getShallow(`gameLogs/${uid}`));
  const paths = runs.flatMap((run) => logPaths(uid, run));
  for (const game of gameNames) {
    // oxlint-disable no-await-in-loop -- one board after the other
    for (const board of await boards.boards(game)) {
      for (const key of await boards.keys(game, board)) {
        paths.push(`leaderboards/${game}/${board}/${key}/${uid}`);
      }
    }
    // oxlint-enable no-await-in-loop
  }
  for (let from = 0; from < paths.length; from += mostAtOnce) {
    const some = paths.slice(from, from + mostAtOnce);
    // oxlint-disable-next-line no-await-in-loop -- some at a time
    await backend.updateValues(Object.fromEntries(some.map((path) => [path, null])));
  }
}
