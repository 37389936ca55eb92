/** `GET /api/boards/{board}/log` and `…/export.json`: what members read of a board beyond what they listen to. */
import type { ExportBoard } from "../../boards/export-board.ts";
import { memberAt } from "../../boards/memberships.ts";
import type { OlderLogs } from "../../boards/older-log.ts";
import { isBoardId } from "#lib/boards/board-id.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { tooManyRequests } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import type { CountedCaller } from "../../http/counted-caller.ts";
import { orUnavailable } from "../../http/when-unavailable.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import { boardIn, refuse, wrong } from "./answers.ts";
import { plainEndpoint } from "./endpoint.ts";

/** Of an account: each may be a hundred megabytes. */
const exporting = { burst: 10, perMinute: 1 };
/** Of an account: each looks through the names of some hundred documents. */
const looking = { burst: 60, perMinute: 20 };

export function createReadingEndpoints(deps: {
  backend: Pick<ServerBackend, "getValue">;
  counted: CountedCaller;
  olderLogs: Pick<OlderLogs, "read">;
  exportBoard: ExportBoard;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { backend, counted, olderLogs, exportBoard, now } = deps;
  const exports = createRateLimit({ ...exporting, now });
  const looks = createRateLimit({ ...looking, now });

  async function log(asked: ApiRequest): Promise<Response> {
    const caller = await counted(asked);
    if (caller instanceof Response) return caller;
    const board = boardIn(asked);
    const member = isBoardId(board) && (await memberAt(backend, board, caller.uid));
    if (!member) return refuse("no-such-board");
    const before = new URL(asked.request.url).searchParams.get("before") ?? "";
    if (!/^s\d{9,15}$/.test(before)) return wrong("Send ?before=s000000123.");
    const wait = looks.take(caller.uid);
    if (wait > 0) return tooManyRequests(wait);
    return Response.json(await olderLogs.read(board, before));
  }

  return [
    { method: "GET", path: "/api/boards/{board}/log", maxBodyBytes: 0, answer: orUnavailable(log) },
    plainEndpoint("GET", "/api/boards/{board}/export.json", counted, async ({ uid, board }) => {
      const wait = exports.take(uid);
      if (wait > 0) return tooManyRequests(wait);
      const stream = await exportBoard(uid, board);
      if (stream === "no-such-board") return refuse(stream);
      return new Response(stream, {
        headers: {
          "Content-Type": "application/json",
          "Content-Disposition": 'attachment; filename="board.json"',
        },
      });
    }),
  ];
}
