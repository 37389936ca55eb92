/** The listens that one socket has open, by what the client names them with: path and query. */
import { OperationError } from "../sqlite/index.ts";
import { invalidData } from "./errors.ts";
import type { Listen, ListenAnswer, ListenTarget } from "./listen.ts";
import type { Listeners } from "./listeners.ts";
import { parseQuery } from "./parse-query.ts";
import { formatPath, parsePath } from "./path.ts";
import type { Query } from "./query.ts";

const MAX_LISTENS = 1_000;
const MAX_HASH_CHARS = 100;

export function createSocketListens(listeners: Listeners, target: ListenTarget) {
  const open = new Map<string, Listen>();
  const keyOf = (path: readonly string[], query: Query | undefined) =>
    JSON.stringify([formatPath(path), query ?? null]);

  function close(key: string): void {
    const listen = open.get(key);
    if (listen === undefined) return;
    open.delete(key);
    listeners.remove(listen);
  }

  return {
    all: () => open.values(),
    /** Resolves when the value has been sent. @throws OperationError for what cannot be listened to */
    listen(body: Record<string, unknown>): Promise<ListenAnswer> {
      const path = parsePath(body["p"]);
      const query = parseQuery(body["q"]);
      const { t: tag, h: hash } = body;
      if (tag !== undefined && !Number.isSafeInteger(tag)) throw invalidData("t must be a number.");
      const key = keyOf(path, query);
      // Listened to anew, it is told anew.
      close(key);
      if (open.size >= MAX_LISTENS) {
        throw new OperationError(
          "resource_exhausted",
          `A connection must not have more than ${MAX_LISTENS} listens; end some, or listen to a parent.`,
        );
      }
      return new Promise((resolve) => {
        const listen: Listen = {
          target,
          path,
          query,
          wireQuery: query === undefined ? undefined : body["q"],
          tag: tag as number | undefined,
          answer: resolve,
          knownHash: typeof hash === "string" && hash.length <= MAX_HASH_CHARS ? hash : undefined,
          ended: false,
          pending: undefined,
          flying: undefined,
          wholeAt: 0,
          retries: 0,
        };
        open.set(key, listen);
        listeners.add(listen);
      });
    },
    unlisten(body: Record<string, unknown>): void {
      close(keyOf(parsePath(body["p"]), parseQuery(body["q"])));
    },
    forget(listen: Listen): void {
      const key = keyOf(listen.path, listen.query);
      if (open.get(key) === listen) open.delete(key);
    },
    end(): void {
      for (const key of open.keys()) close(key);
    },
  };
}
