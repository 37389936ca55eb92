/** Messages that members have reported, for editors and admins: all that these see of a private room. docs/chat.md */
import { createHash } from "node:crypto";
import type { ChatAct, Report, ReportEnd } from "#lib/chat/api.ts";
import { isRoomId } from "#lib/chat/room-id.ts";
import { type Message, numberOfKey, placeOfMessage } from "#lib/chat/message.ts";
import { documentsIn } from "#lib/in-pages.ts";
import { oneLine } from "#lib/one-line.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { nameOf, unlessQuicker } from "../shared-things/memberships.ts";
import { readChatHead, roomMember, valueAt } from "./chat-updates.ts";
import type { Done, MessageActs } from "./message-acts.ts";

const chatReportsCollection = "chatReports";
const mostListed = 100;

export type ChatReports = {
  /** @throws BackendError */
  report(uid: string, room: string, act: Extract<ChatAct, { act: "report" }>): Promise<Done>;
  /** The oldest first, of those behind `after` the first 100; `next` goes on. @throws BackendError */
  list(after?: string): Promise<{ reports: Report[]; next: string | null }>;
  /** Undefined: there is none any more. @throws BackendError */
  find(id: string): Promise<Report | undefined>;
  /** All reports of the same message. @throws BackendError */
  end(moderator: string, report: Report, end: ReportEnd): Promise<Done>;
};

export function createChatReports(deps: {
  backend: Pick<ServerBackend, "getValue" | "getDocument" | "findDocuments" | "commit">;
  acts: Pick<MessageActs, "removeReported">;
  /** Milliseconds since 1970. */
  now: () => number;
}): ChatReports {
  const { backend, acts, now } = deps;
  const pathOf = (id: string) => `chatReports/${id}`;

  return {
    async report(uid, room, { key, root, reason }) {
      const isPlace = [key, root ?? key].every((one) => numberOfKey(one) !== undefined);
      if (!isRoomId(room) || !(await roomMember(backend, room, uid))) {
        return { refused: "no-such-room" };
      }
      if (!isPlace) return { refused: "no-such-message" };
      const place = placeOfMessage({ key, root });
      const [head, message] = await Promise.all([
        readChatHead(backend, room),
        valueAt(backend, `chat/${room}/${place}`) as Promise<Message | null>,
      ]);
      if (head === undefined) return { refused: "no-such-room" };
      if (message === null || message.gone || message.note) return { refused: "no-such-message" };
      if (message.by === uid) return { refused: "not-allowed" };
      const name = [room, root ?? "", key, uid].join("\n");
      const id = createHash("sha256").update(name).digest("hex").slice(0, 32);
      const data = {
        room,
        kind: head.facts.kind,
        roomName: head.facts.name,
        key,
        root: root ?? null,
        text: message.text,
        files: Object.values(message.files ?? {}).map((file) => file.name),
        by: message.by,
        byName: await nameOf(backend, message.by),
        reportedBy: uid,
        reason: oneLine(reason, 500),
        at: now(),
      };
      // Once more is the same.
      await unlessQuicker(backend.commit([{ set: pathOf(id), data, when: { exists: false } }]));
      return "done";
    },

    async list(after = "") {
      const [, at, id = ""] = /^(\d{1,16})-([0-9a-f]{32})$/.exec(after) ?? [];
      const order = { field: "at", ...(at !== undefined && { after: { value: Number(at), id } }) };
      const query = { order, limit: mostListed };
      const found = await backend.findDocuments(chatReportsCollection, query);
      const reports = found.map((one) => reportIn(one.id, one.data));
      const last = reports.length < mostListed ? undefined : reports.at(-1);
      return { reports, next: last === undefined ? null : `${last.at}-${last.id}` };
    },

    async find(id) {
      if (!/^[0-9a-f]{32}$/.test(id)) return undefined;
      const document = await backend.getDocument(pathOf(id));
      return document === null ? undefined : reportIn(id, document.data);
    },

    async end(moderator, { room, key, root }, end) {
      if (end === "delete") {
        const place = { key, ...(root !== undefined && { root }) };
        const said = await acts.removeReported(moderator, room, place);
        if (said !== "done") return said;
      }
      const from = { collection: chatReportsCollection, where: { room, key } };
      for await (const { path, data } of documentsIn(backend, from)) {
        // The answers of each thread are numbered from one.
        if ((data["root"] ?? undefined) === root) await backend.commit([{ delete: path }]);
      }
      return "done";
    },
  };
}

function reportIn(id: string, data: Record<string, unknown>): Report {
  const { root, ...more } = data;
  return {
    ...(more as Omit<Report, "id" | "root">),
    id,
    ...(typeof root === "string" && { root }),
  };
}
