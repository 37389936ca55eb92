/** A room that nobody belongs to goes: its memberships, its files, and the rest of it last. A job does what a crash leaves. */
import { everyChildPage } from "#lib/every-child.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { documentsIn } from "#lib/in-pages.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { JobKinds } from "../jobs/jobs.ts";
import { roomMembers } from "./chat-updates.ts";

type EndBackend = Pick<
  ServerBackend,
  | "getValue"
  | "exportChildren"
  | "updateValues"
  | "findDocuments"
  | "commit"
  | "listObjects"
  | "deleteObject"
>;

export type RoomEnd = {
  /** Before its last member goes: a crash after that leaves nothing behind. @throws BackendError */
  plan(room: string): Promise<void>;
  /** All of a room that nobody belongs to; one with members stays. Can be done again. @throws BackendError */
  erase(room: string, signal?: AbortSignal): Promise<void>;
  jobKinds: JobKinds;
};

/** Until then whoever has asked does it. */
const eraseAfterMs = 60_000;
/** In one write. Firebase refuses one that deletes very much. */
const itemsAtOnce = 500;

export function createRoomEnd(deps: {
  backend: EndBackend;
  jobs: () => {
    schedule(kind: string, job: { id?: string; dueAt: Date; data: PlainFields }): Promise<string>;
  };
  /** Milliseconds since 1970. */
  now: () => number;
}): RoomEnd {
  const { backend, jobs, now } = deps;

  async function eraseItems(place: string, signal: AbortSignal | undefined): Promise<void> {
    for await (const page of everyChildPage(backend, place)) {
      signal?.throwIfAborted();
      for (let at = 0; at < page.length; at += itemsAtOnce) {
        const some = page.slice(at, at + itemsAtOnce);
        await backend.updateValues(
          Object.fromEntries(some.map(([key]) => [`${place}/${key}`, null])),
        );
      }
    }
  }

  async function erase(room: string, signal?: AbortSignal): Promise<void> {
    if ((await roomMembers(backend, room)).size > 0) return;
    const where = { kind: "chat", id: room };
    for await (const { path } of documentsIn(backend, { collection: "memberships", where })) {
      await backend.commit([{ delete: path }]);
    }
    for (;;) {
      signal?.throwIfAborted();
      // What is deleted is in the first page no more.
      // oxlint-disable no-await-in-loop
      const { names, next } = await backend.listObjects(`chat/${room}/`, { size: 100 });
      await Promise.all(names.map((name) => backend.deleteObject(name)));
      // oxlint-enable no-await-in-loop
      if (next === undefined) break;
    }
    for (const part of ["messages", "replies", "sent", "followers", "files", "last"]) {
      // oxlint-disable-next-line no-await-in-loop -- nobody waits for it
      await eraseItems(`chat/${room}/${part}`, signal);
    }
    await backend.updateValues({
      [`chat/${room}`]: null,
      [`chatRooms/${room}`]: null,
      [`chatTyping/${room}`]: null,
      [`chatMarks/${room}`]: null,
    });
  }

  return {
    async plan(room) {
      const id = `erase-chat-${room}-${now()}`;
      await jobs().schedule("erase-chat", {
        id,
        dueAt: new Date(now() + eraseAfterMs),
        data: { room },
      });
    },
    erase,
    jobKinds: {
      "erase-chat": {
        async run({ room }, { signal }) {
          if (typeof room === "string") await erase(room, signal);
        },
      },
    },
  };
}
