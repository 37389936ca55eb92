/** All event streams of the REST dialect: how many there may be, and what is done to each of them. */
import { type Authenticate, type RequestFacts, ServerBusyError } from "../http/index.ts";
import type { Log } from "../sqlite/index.ts";
import { type EventStream, createEventStream } from "./event-stream.ts";
import { HttpRefusal } from "./http-answer.ts";
import type { HttpRequest } from "./http-request.ts";
import type { Concerns } from "./socket-auth.ts";
import type { Store } from "./store.ts";

const MAX_STREAMS = 1_000;
const KEEP_ALIVE_MS = 30_000;
const SHUTTING_DOWN = "The server is shutting down.";

export function createEventStreams(deps: {
  store: Store;
  clock: () => number;
  log: Log;
  authenticate: Authenticate;
  maxStreamsPerClient: number;
}) {
  const streams = new Set<EventStream>();
  const perClient = new Map<string, number>();
  let closing = false;

  const keepAlive = setInterval(() => {
    for (const stream of streams) stream.keepAlive();
  }, KEEP_ALIVE_MS);
  keepAlive.unref();

  function count(client: string | undefined, by: 1 | -1): void {
    if (client === undefined) return;
    const sum = (perClient.get(client) ?? 0) + by;
    if (sum === 0) perClient.delete(client);
    else perClient.set(client, sum);
  }

  function checkPlace(client: string | undefined): void {
    if (closing) throw new ServerBusyError(SHUTTING_DOWN);
    if (streams.size >= MAX_STREAMS) throw new ServerBusyError("There are too many streams.");
    if (client !== undefined && (perClient.get(client) ?? 0) >= deps.maxStreamsPerClient) {
      throw new HttpRefusal(429, "There are too many streams from this address.");
    }
  }

  return {
    /** @param from the server itself, for which no rule is asked, or who is limited. @throws what `errorAnswer` answers */
    async open(
      asked: HttpRequest,
      request: Request,
      from: "admin" | RequestFacts,
    ): Promise<Response> {
      const isAdmin = from === "admin";
      const client = isAdmin ? undefined : from.client;
      checkPlace(client);
      const stream = createEventStream({
        ...deps,
        asked,
        request,
        isAdmin,
        onEnd() {
          streams.delete(stream);
          count(client, -1);
        },
      });
      streams.add(stream);
      count(client, 1);
      return stream.open();
    },
    async recheckAuth(concerns: Concerns): Promise<void> {
      const checked = [...streams].map((stream) =>
        stream.recheckAuth(concerns).catch((error: unknown) => {
          deps.log.warn({ err: error }, "The token of a stream could not be checked again");
          // Its client asks again, and is checked then.
          stream.close("The token cannot be checked now.");
        }),
      );
      await Promise.all(checked);
    },
    /** Ends all streams and takes no new ones. */
    close(): void {
      closing = true;
      clearInterval(keepAlive);
      for (const stream of streams) stream.close(SHUTTING_DOWN);
    },
  };
}
