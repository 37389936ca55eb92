/** `/api/inbox`: what visitors wrote, for admins. Texts are strangers' words and go out as they are; the screen shows them as text. */
import * as z from "zod/mini";
import { inboxFolders, maxMessagesOfAct, maxReplyLength } from "#lib/inbox.ts";
import type { InboxAct } from "#lib/inbox.ts";
import type { Audit } from "../../audit/audit.ts";
import { changeInbox, countInbox, eraseDeleted, listInbox } from "../../contact/inbox-desk.ts";
import type { DeskBackend } from "../../contact/inbox-desk.ts";
import type { InboxReplies } from "../../contact/inbox-replies.ts";
import { apiError, tooManyRequests } from "../../http/answer.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { JobKinds } from "../../jobs/jobs.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import type { AdminDoor } from "../../user-admin/admin-door.ts";

const pageSize = 50;
const id = z.string().check(z.regex(/^[0-9A-Za-z_-]{1,100}$/));
const instant = z.string().check(z.maxLength(30), z.regex(/^[\d:.TZ-]*$/));
const folder = z.enum(inboxFolders);
const listQuery = z.strictObject({
  folder: z.optional(folder),
  search: z.optional(z.string().check(z.maxLength(200))),
  unread: z.optional(z.enum(["1", ""])),
  after: z.optional(z.string().check(z.regex(/^[\d:.TZ-]{0,30}\|[0-9A-Za-z_-]{1,100}$/))),
});
const ids = z.array(id).check(z.minLength(1), z.maxLength(maxMessagesOfAct));
const act: z.ZodMiniType<InboxAct> = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("read"), read: z.boolean() }),
  z.strictObject({ do: z.literal("move"), folder }),
  z.strictObject({ do: z.literal("delete") }),
  z.strictObject({ do: z.literal("restore") }),
]);
const replyBody = z.strictObject({
  id,
  /** The client's: the same again is the same reply. */
  key: z.string().check(z.regex(/^[0-9a-f-]{16,40}$/)),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(maxReplyLength)),
});

export function createInboxEndpoints(deps: {
  door: AdminDoor;
  backend: DeskBackend;
  replies: InboxReplies;
  audit: Pick<Audit, "add">;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { door, backend, replies, audit, now } = deps;
  const mails = createRateLimit({ burst: 20, perMinute: 2, now });
  const gone = () =>
    apiError(404, "not-found", "This message is not here any more. Load the list again.");
  return [
    door.get("/api/inbox", listQuery, async ({ folder: asked = "inbox", unread, ...query }) =>
      Response.json(
        await listInbox(backend, {
          ...query,
          folder: asked,
          isUnread: unread === "1",
          limit: pageSize,
        }),
      ),
    ),
    door.get("/api/inbox/counts", z.strictObject({ since: z.optional(instant) }), async (query) =>
      Response.json(await countInbox(backend, query.since ?? "")),
    ),
    door.get("/api/inbox/message", z.strictObject({ id }), async (query) => {
      const thread = await replies.thread(query.id);
      return thread === undefined ? gone() : Response.json({ ...thread, ways: replies.ways() });
    }),
    door.post(
      "/api/inbox/change",
      z.strictObject({ ids, act }),
      async ({ ids: wanted, act: what }, admin) => {
        if (what.do === "delete") {
          const [first = ""] = wanted;
          const details = wanted.length === 1 ? { message: first } : { messages: wanted.length };
          await audit.add({ actor: admin, action: "inbox.delete", details });
        }
        const at = new Date(now());
        return Response.json({
          changed: await changeInbox(backend, { ids: wanted, act: what, at }),
        });
      },
      { maxBodyBytes: 32 * 1024 },
    ),
    door.post(
      "/api/inbox/reply",
      replyBody,
      async (body, admin) => {
        const wait = mails.take(admin);
        if (wait > 0) return tooManyRequests(wait);
        const outcome = await replies.reply({ ...body, by: admin });
        if (outcome === undefined) return gone();
        if (typeof outcome === "string") return apiError(409, "cannot-reply", outcome);
        return Response.json({ ...outcome, ways: replies.ways() });
      },
      { maxBodyBytes: 64 * 1024 },
    ),
  ];
}

/** What was deleted is kept for a day. */
export function inboxSweep(deps: { backend: DeskBackend; now: () => number }): JobKinds {
  const { backend, now } = deps;
  return {
    "sweep-inbox": {
      every: { ms: 6 * 3_600_000 },
      run: async () => ({ erased: await eraseDeleted(backend, now()) }),
    },
  };
}
