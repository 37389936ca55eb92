/** What members change of boards, judged as in the site's own process, with a look at the board after each update. */
import type { Backend } from "#backend";
import { assertBoard } from "#lib/boards/testing/assert-board.ts";
import { createChangeEndpoint } from "../../server/api/boards/changes.ts";
import { createEmbeddedServerBackend } from "../../server/backend-port/embedded.ts";
import { createBoards } from "../../server/boards/boards.ts";
import { createApi } from "../../server/http/api-router.ts";
import { createCountedCaller } from "../../server/http/counted-caller.ts";
import type { Handler } from "../../server/http/request-facts.ts";
import { createLog } from "../../server/log.ts";

export function createJudgingApi(
  backend: Backend,
  say: (facts: object, message: string) => void,
): Handler {
  const log = createLog("silent");
  const server = createEmbeddedServerBackend(backend, { projectId: "foyer", log });
  const watched: typeof server = {
    ...server,
    async updateInOrder(kind, board, update) {
      const isTaken = await server.updateInOrder(kind, board, update);
      if (isTaken) await look(board);
      return isTaken;
    },
  };
  async function look(board: string): Promise<void> {
    const { value } = await server.getValue(`boards/${board}`);
    try {
      assertBoard(value);
    } catch (error) {
      say({ board, err: error }, "A board does not hold");
    }
  }
  const boards = createBoards({ backend: watched, log, now: Date.now });
  const changing = createCountedCaller({
    backend: server,
    burst: 300,
    perMinute: 150,
    now: Date.now,
  });
  return createApi([createChangeEndpoint({ changing, boards })]);
}
