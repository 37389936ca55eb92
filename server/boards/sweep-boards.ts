/** The daily work on boards: `sweep-boards`. Whatever of it is broken off, the next day comes to the same. docs/boards.md */
import { isBoardId } from "#lib/boards/board-id.ts";
import { fileOf, textIn } from "#lib/boards/board-items.ts";
import { readPublic } from "#lib/boards/public-board.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { documentsIn } from "#lib/in-pages.ts";
import { keysOf } from "#lib/keys-of.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { JobKinds } from "../jobs/jobs.ts";
import type { Log } from "../log.ts";
import type { BoardDue } from "./due.ts";
import type { FollowLog } from "./follow-log.ts";
import type { Invites } from "./invites.ts";
import type { OlderLogs } from "./older-log.ts";
import type { OwnBoards } from "./own-boards.ts";
import { publicBoards } from "./public-boards.ts";
import type { PurgeBoard, StoredItem } from "./purge-board.ts";

const dayMs = 86_400_000;
const pageSize = 500;
/** Whoever has uploaded one may be without a connection for a while before they can say so. */
const youngMs = 7 * dayMs;

type SweepBackend = Pick<
  ServerBackend,
  | "getShallow"
  | "getValue"
  | "findDocuments"
  | "commit"
  | "listObjects"
  | "getObject"
  | "deleteObject"
>;

export function boardSweep(deps: {
  backend: SweepBackend;
  purge: PurgeBoard;
  follow: Pick<FollowLog, "follow">;
  due: Pick<BoardDue, "plan">;
  olderLogs: Pick<OlderLogs, "move">;
  ownBoards: Pick<OwnBoards, "repair">;
  invites: Pick<Invites, "sweep">;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): JobKinds {
  const { backend, purge, follow, due, olderLogs, ownBoards, invites, log, now } = deps;

  /** Also those of which only a membership, a file or a part is left. */
  async function everyBoard(): Promise<Set<string>> {
    const boards = new Set(keysOf(await backend.getShallow("boards")));
    const where = { kind: "boards" };
    for await (const { data } of documentsIn(backend, { collection: "memberships", where })) {
      if (typeof data["id"] === "string") boards.add(data["id"]);
    }
    for (let token: string | undefined; ;) {
      // oxlint-disable-next-line no-await-in-loop -- page by page
      const page = await backend.listObjects("boards/", { token, size: pageSize, delimiter: "/" });
      for (const prefix of page.prefixes) boards.add(prefix.split("/")[1] ?? "");
      token = page.next;
      if (token === undefined) break;
    }
    return new Set([...boards].filter(isBoardId));
  }

  async function sweepOne(board: string, signal: AbortSignal): Promise<PlainFields> {
    // First: one that nobody belongs to goes with its log.
    await follow.follow(board);
    await ownBoards.repair(board);
    const left = await purge(board, signal);
    if (left === undefined) return {};
    await planDue(board, left.items);
    return {
      purged: left.purged,
      files: await deleteFiles(board, left.items),
      logged: await olderLogs.move(board),
    };
  }

  async function planDue(board: string, items: readonly StoredItem[]): Promise<void> {
    const zone = textIn(items.find(({ kind }) => kind === "board")?.item, "zone") || "UTC";
    for (const { kind, id, item } of items) {
      // oxlint-disable-next-line no-await-in-loop -- few are near
      if (kind === "cards") await due.plan(board, id, { item, zone });
    }
  }

  /** Those that no item names: of a card that was purged, or of an upload whose item never came. */
  async function deleteFiles(board: string, items: readonly StoredItem[]): Promise<number> {
    const named = new Set(
      items.flatMap(({ kind, id, item }) =>
        kind === "files" ? [fileOf(id, item)?.path ?? ""] : [],
      ),
    );
    let deleted = 0;
    for (let token: string | undefined; ;) {
      // oxlint-disable no-await-in-loop -- page by page, one file after the other
      const page = await backend.listObjects(`boards/${board}/`, { token, size: pageSize });
      for (const name of page.names.filter((one) => !named.has(one))) {
        const object = await backend.getObject(name);
        const isYoung = object !== null && Date.parse(object.updated) > now() - youngMs;
        if (!isYoung && (await backend.deleteObject(name))) deleted += 1;
      }
      // oxlint-enable no-await-in-loop
      token = page.next;
      if (token === undefined) return deleted;
    }
  }

  /** Addresses that lead nowhere any more. */
  async function forgetSlugs(): Promise<number> {
    let forgotten = 0;
    for await (const { id, path, data, createTime } of documentsIn(backend, {
      collection: publicBoards,
    })) {
      const { board } = data;
      const { value } =
        typeof board === "string" && isBoardId(board)
          ? await backend.getValue(`boards/${board}/public`)
          : { value: null };
      // One that is being made is not switched on yet.
      if (readPublic(value)?.slug === id || Date.parse(createTime) > now() - dayMs) continue;
      await backend.commit([{ delete: path }]);
      forgotten += 1;
    }
    return forgotten;
  }

  return {
    "sweep-boards": {
      every: { ms: dayMs },
      leaseMs: 10 * 60_000,
      async run(_data, { signal }) {
        const total = { boards: 0, failed: 0, purged: 0, files: 0, logged: 0 };
        for (const board of await everyBoard()) {
          signal.throwIfAborted();
          try {
            // oxlint-disable-next-line no-await-in-loop -- one board after the other
            const done = await sweepOne(board, signal);
            for (const name of ["purged", "files", "logged"] as const) {
              total[name] += Number(done[name] ?? 0);
            }
            total.boards += 1;
          } catch (error) {
            signal.throwIfAborted();
            // The others have their turn all the same.
            log.error({ err: error, board }, "a board could not be looked after");
            total.failed += 1;
          }
        }
        return { ...total, invites: await invites.sweep(), slugs: await forgetSlugs() };
      },
    },
  };
}
