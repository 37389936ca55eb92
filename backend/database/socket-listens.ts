/** The listens that one socket has open, by what the client names them with: path and query. */
import { OperationError } from "../sqlite/index.ts";
import { invalidData } from "./errors.ts";
import type { HeldShare } from "../http/index.ts";
import {
  type AnswerFacts,
  type Listen,
  type ListenAnswer,
  type ListenTarget,
  newListen,
} from "./listen.ts";
import type { Listeners } from "./listeners.ts";
import { parseQuery } from "./parse-query.ts";
import { parsePath } from "./path.ts";
import { viewKey } from "./view.ts";

const MAX_LISTENS = 1_000;
/** Each looks at all children again when one changes. */
const MAX_UNINDEXED = 50;
const MAX_HASH_CHARS = 100;
/** About what a key costs that a listen with a query remembers. */
const KEY_CHARS = 64;

/** @param held what listens with a query remember. */
export function createSocketListens(listeners: Listeners, target: ListenTarget, held: HeldShare) {
  const open = new Map<string, Listen>();
  const heldChars = new Map<Listen, number>();
  const unindexed = new Set<Listen>();

  function close(key: string): void {
    const listen = open.get(key);
    if (listen === undefined) return;
    forget(listen);
    listeners.remove(listen);
  }

  function forget(listen: Listen): void {
    const key = viewKey(listen);
    if (open.get(key) === listen) open.delete(key);
    held.give(heldChars.get(listen) ?? 0);
    heldChars.delete(listen);
    unindexed.delete(listen);
  }

  /** What an open listen with a query remembers has changed. False when it is too much. */
  function adjust(listen: Listen, windowKeys: number): boolean {
    const before = heldChars.get(listen);
    if (before === undefined || before === windowKeys * KEY_CHARS) return true;
    held.give(before);
    heldChars.delete(listen);
    if (!held.take(windowKeys * KEY_CHARS)) return false;
    heldChars.set(listen, windowKeys * KEY_CHARS);
    return true;
  }

  /** False when the connection, or its address, has too much of that. */
  function hold(listen: Listen, { noIndex, windowKeys }: AnswerFacts): boolean {
    if (noIndex && unindexed.size >= MAX_UNINDEXED) return false;
    const chars = windowKeys * KEY_CHARS;
    if (!held.take(chars)) return false;
    heldChars.set(listen, chars);
    if (noIndex) unindexed.add(listen);
    return true;
  }

  return {
    all: () => open.values(),
    /** Resolves when the value has been sent. @throws OperationError for what cannot be listened to */
    listen(body: Record<string, unknown>): Promise<{ status: ListenAnswer; noIndex: boolean }> {
      const path = parsePath(body["p"]);
      const { query } = parseQuery(body["q"]);
      const { t: tag, h: hash } = body;
      if (tag !== undefined && !Number.isSafeInteger(tag)) throw invalidData("t must be a number.");
      const key = viewKey({ path, query });
      // Listened to anew, it is told anew.
      close(key);
      if (open.size >= MAX_LISTENS) {
        throw new OperationError(
          "resource_exhausted",
          `A connection must not have more than ${MAX_LISTENS} listens; end some, or listen to a parent.`,
        );
      }
      return new Promise((resolve) => {
        const listen = newListen({
          target,
          path,
          query,
          wireQuery: query === undefined ? undefined : body["q"],
          tag: tag as number | undefined,
          knownHash: typeof hash === "string" && hash.length <= MAX_HASH_CHARS ? hash : undefined,
          answer(status, facts) {
            if (status === "ok" && hold(listen, facts)) {
              return resolve({ status, noIndex: facts.noIndex });
            }
            forget(listen);
            listeners.remove(listen);
            resolve({ status: status === "ok" ? "resource_exhausted" : status, noIndex: false });
          },
        });
        open.set(key, listen);
        listeners.add(listen);
      });
    },
    unlisten(body: Record<string, unknown>): void {
      const { query } = parseQuery(body["q"]);
      close(viewKey({ path: parsePath(body["p"]), query }));
    },
    forget,
    adjust,
    end(): void {
      for (const key of open.keys()) close(key);
    },
  };
}
