/**
 * A board goes in two steps: first it has no members any more, so that nobody reads or writes it; then its documents and
 * files go, and the rest of it last. A job does what a crash leaves of the second.
 */
import type { Act } from "#lib/boards/acts.ts";
import { boardKinds } from "#lib/boards/shape.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { inPages } from "#lib/in-pages.ts";
import { keysOf } from "#lib/keys-of.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { JobKinds } from "../jobs/jobs.ts";
import { type UpdateBoard, updateOfAct } from "./board-updates.ts";
import { membershipPath } from "./memberships.ts";
import { type BoardHead, readHead } from "./read-board.ts";

type EndBackend = Pick<
  ServerBackend,
  | "getValue"
  | "getShallow"
  | "getObject"
  | "updateValues"
  | "findDocuments"
  | "commit"
  | "listObjects"
  | "deleteObject"
>;

export type BoardEnd = {
  /**
   * Nobody belongs to it any more, unless `refuse` says something against it. @throws BackendError
   */
  close<Refusal extends string>(
    board: string,
    by: string,
    refuse: (head: BoardHead) => Promise<Refusal | undefined>,
  ): Promise<"done" | Refusal | "no-such-board" | "busy">;
  /** All of a board that nobody belongs to; one with members stays. Can be done again. @throws BackendError */
  erase(board: string, signal?: AbortSignal): Promise<void>;
  jobKinds: JobKinds;
};

type Jobs = {
  schedule(kind: string, job: { id?: string; dueAt: Date; data: PlainFields }): Promise<string>;
};

/** Until then whoever has asked does it. */
const eraseAfterMs = 60_000;
const atOnce = 100;
/** In one write. Firebase refuses one that deletes very much, and stands still while it deletes. */
const itemsAtOnce = 500;
/** Collections whose documents name the board that they belong to. */
const collections = ["boardInvites", "boardLogs", "publicBoards"];

export function createBoardEnd(deps: {
  backend: EndBackend;
  update: UpdateBoard;
  jobs: () => Jobs;
  /** Tells what nobody was told of yet: afterwards there is no log of it. @throws BackendError */
  follow?: ((board: string) => Promise<void>) | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
}): BoardEnd {
  const { backend, update, jobs, now } = deps;

  async function erase(board: string, signal?: AbortSignal): Promise<void> {
    const head = await readHead(backend, board);
    if (head !== undefined && head.members.size > 0) return;
    await eraseMatching("memberships", { kind: "boards", id: board });
    for (const collection of collections) {
      // oxlint-disable-next-line no-await-in-loop -- nobody waits for it
      await eraseMatching(collection, { board });
    }
    await eraseFiles(board, signal);
    for (const place of [...boardKinds, "log"]) {
      // oxlint-disable-next-line no-await-in-loop -- see above
      await eraseItems(`boards/${board}/${place}`, signal);
    }
    await backend.updateValues({ [`boards/${board}`]: null });
  }

  async function eraseItems(place: string, signal: AbortSignal | undefined): Promise<void> {
    const paths = keysOf(await backend.getShallow(place)).map((key) => `${place}/${key}`);
    for (let at = 0; at < paths.length; at += itemsAtOnce) {
      signal?.throwIfAborted();
      const some = paths.slice(at, at + itemsAtOnce);
      // oxlint-disable-next-line no-await-in-loop -- see above
      await backend.updateValues(Object.fromEntries(some.map((path) => [path, null])));
    }
  }

  async function eraseMatching(collection: string, where: Record<string, string>): Promise<void> {
    const pages = inPages(({ limit, last }) =>
      backend.findDocuments(collection, { where, fields: ["board"], after: last?.id, limit }),
    );
    for await (const page of pages) {
      await backend.commit(page.map(({ path }) => ({ delete: path })));
    }
  }

  async function eraseFiles(board: string, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      // What is deleted is in the first page no more.
      // oxlint-disable no-await-in-loop
      const { names, next } = await backend.listObjects(`boards/${board}/`, { size: atOnce });
      await Promise.all(names.map((name) => backend.deleteObject(name)));
      // oxlint-enable no-await-in-loop
      if (next === undefined) return;
    }
  }

  return {
    async close<Refusal extends string>(
      board: string,
      by: string,
      refuse: (head: BoardHead) => Promise<Refusal | undefined>,
    ) {
      const job = { id: `erase-board-${board}-${now()}`, data: { board } };
      let members: string[] = [];
      let isPlanned = false;
      const said = await update<"done" | Refusal>(board, async (head) => {
        const refusal = await refuse(head);
        if (refusal !== undefined) return { said: refusal };
        if (!isPlanned) {
          // Before it is written: a crash after that leaves nothing behind.
          await jobs().schedule("erase-board", { ...job, dueAt: new Date(now() + eraseAfterMs) });
          isPlanned = true;
        }
        members = [...head.members.keys()];
        const values = {
          [`boards/${board}/members`]: null,
          [`boards/${board}/public`]: null,
          ...Object.fromEntries(members.map((uid) => [`boardsOf/${uid}/${board}`, null])),
        };
        const who = members.filter((uid) => uid !== by).join(" ");
        const name = head.members.get(by)?.name ?? "";
        const acts: Act[] = who === "" ? [] : [{ k: "end", who, name }];
        return { said: "done", update: updateOfAct(board, head, { by, acts, values }) };
      });
      // Rights on its files hang on them.
      if (said === "done") {
        await backend.commit(members.map((uid) => ({ delete: membershipPath(board, uid) })));
      }
      return said;
    },
    erase,
    jobKinds: {
      "erase-board": {
        async run({ board }, { signal }) {
          if (typeof board !== "string") return;
          await deps.follow?.(board);
          await erase(board, signal);
        },
      },
    },
  };
}
