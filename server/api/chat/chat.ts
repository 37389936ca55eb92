/** `/api/chat…` with an ID token: rooms, messages, people. docs/chat.md */
import * as z from "zod/mini";
import type { Ask, AskSaid } from "#lib/ai/api.ts";
import type {
  Block,
  ChatAct,
  FoundPeople,
  NewRoom,
  SentMessage,
  StoredMessage,
} from "#lib/chat/api.ts";
import { mostFilesOfMessage, mostText } from "#lib/chat/limits.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { MemberActs } from "../../chat/member-acts.ts";
import type { MessageActs } from "../../chat/message-acts.ts";
import type { Messages } from "../../chat/messages.ts";
import type { ChatPeople } from "../../chat/people.ts";
import type { ChatReports } from "../../chat/reports.ts";
import type { Rooms } from "../../chat/rooms.ts";
import type { ChatSearch } from "../../chat/search.ts";
import { tooManyRequests } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { type CountedCaller, createCountedCaller } from "../../http/counted-caller.ts";
import { parseJson } from "../../http/parse-json.ts";
import { orUnavailable } from "../../http/when-unavailable.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import { askShape } from "../../ai/ask-shape.ts";
import { doneOr, refuse, roomIn, wrong } from "./answers.ts";

const short = z.string().check(z.minLength(1), z.maxLength(128));
const key = z.string().check(z.regex(/^m[0-9]{9}$/));
const place = { key, root: z.optional(key) };
const pixels = z.optional(z.int().check(z.gte(1), z.lte(100_000)));
const fileShape = z.object({
  path: z.string().check(z.maxLength(300)),
  name: z.string().check(z.maxLength(500)),
  type: z.string().check(z.maxLength(200)),
  bytes: z.number(),
  width: pixels,
  height: pixels,
});
const sentShape = z.object({
  id: z.string().check(z.regex(/^[a-z0-9]{20}$/)),
  // What is around it goes.
  text: z.string().check(z.maxLength(2 * mostText)),
  root: z.optional(key),
  quote: z.optional(key),
  files: z.optional(z.array(fileShape).check(z.maxLength(mostFilesOfMessage))),
  ask: z.optional(askShape),
});
const name = z.string().check(z.maxLength(200));
const topic = z.string().check(z.maxLength(1000));
const uids = z.array(short).check(z.maxLength(50));
const newShape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("direct"), uid: short }),
  z.object({ kind: z.literal("ai"), name: z.optional(name) }),
  z.object({ kind: z.literal("public"), name, topic, uids: z.optional(uids) }),
  z.object({ kind: z.literal("private"), name, topic, uids: z.optional(uids) }),
]);
const act = <Name extends string>(value: Name) => z.literal(value);
const actShape = z.discriminatedUnion("act", [
  z.object({
    act: act("edit"),
    ...place,
    text: z.string().check(z.maxLength(2 * mostText)),
  }),
  z.object({ act: act("delete"), ...place }),
  z.object({
    act: act("react"),
    ...place,
    emoji: z.string().check(z.minLength(1), z.maxLength(16)),
    on: z.boolean(),
  }),
  z.object({ act: act("pin"), key, on: z.boolean() }),
  z.object({ act: act("mute"), uid: short, minutes: z.int().check(z.gte(0), z.lte(10_080)) }),
  z.object({ act: act("remove"), uid: short }),
  z.object({ act: act("role"), uid: short, role: z.enum(["owner", "member"]) }),
  z.object({
    act: act("change"),
    name: z.optional(name),
    topic: z.optional(topic),
    slow: z.optional(z.number()),
    archived: z.optional(z.boolean()),
  }),
  z.object({ act: act("add"), uids }),
  z.object({ act: act("leave") }),
  z.object({ act: act("accept") }),
  z.object({ act: act("report"), ...place, reason: z.string().check(z.maxLength(1000)) }),
]);
const blockShape = z.object({ uid: short, on: z.boolean() }) satisfies z.ZodMiniType<Block>;

/** What becomes of an ask of a message that is stored. @throws BackendError */
export type AskAi = (
  uid: string,
  asked: Ask & { room: string; key: string; root?: string | undefined },
) => Promise<AskSaid>;

export type ChatDoors = {
  ask: AskAi;
  messages: Messages;
  acts: MessageActs;
  members: MemberActs;
  rooms: Rooms;
  people: ChatPeople;
  search: ChatSearch;
  reports: ChatReports;
};

export function createChatEndpoints(
  deps: {
    backend: Pick<ServerBackend, "verifyIdToken">;
    /** Milliseconds since 1970. */
    now: () => number;
  } & ChatDoors,
): Endpoint[] {
  const { now, messages, acts, members, rooms, people, search, reports } = deps;
  const counted = (burst: number, perMinute = burst) =>
    createCountedCaller({ ...deps, burst, perMinute });
  const acting = counted(120);
  const anHour = (burst: number) => createRateLimit({ burst, perMinute: burst / 60, now });
  const reporting = anHour(10);
  // Each of them is told, and every member has the name of a room.
  const bringing = anHour(100);
  const renaming = anHour(20);

  function tooManyBrought(uid: string, others: readonly string[] = []): Response | undefined {
    const waits = [...new Set(others)].map(() => bringing.take(uid));
    const wait = Math.max(0, ...waits);
    return wait > 0 ? tooManyRequests(wait) : undefined;
  }

  function endpoint<Shape extends z.ZodMiniType>(
    path: Endpoint["path"],
    caller: CountedCaller,
    { shape, form, most = 4_000 }: { shape: Shape; form: string; most?: number },
    answer: (asked: { uid: string; room: string }, sent: z.output<Shape>) => Promise<Response>,
  ): Endpoint {
    async function post({ body, ...asked }: ApiRequest): Promise<Response> {
      const who = await caller(asked);
      if (who instanceof Response) return who;
      const { data } = shape.safeParse(parseJson(body));
      if (data === undefined) return wrong(`Send ${form} as JSON.`);
      return answer({ uid: who.uid, room: roomIn(asked) }, data);
    }
    return { method: "POST", path, maxBodyBytes: most, answer: orUnavailable(post) };
  }

  function plain(
    method: Endpoint["method"],
    path: Endpoint["path"],
    caller: CountedCaller,
    answer: (asked: { uid: string; room: string; query: URLSearchParams }) => Promise<Response>,
  ): Endpoint {
    async function get(asked: ApiRequest): Promise<Response> {
      const who = await caller(asked);
      if (who instanceof Response) return who;
      const query = new URL(asked.request.url).searchParams;
      return answer({ uid: who.uid, room: roomIn(asked), query });
    }
    return {
      method,
      path,
      maxBodyBytes: method === "GET" ? 0 : 1_000,
      answer: orUnavailable(get),
    };
  }

  async function actOn(uid: string, room: string, asked: ChatAct): Promise<Response> {
    switch (asked.act) {
      case "edit":
        return doneOr(await acts.edit(uid, room, asked));
      case "delete":
        return doneOr(await acts.remove(uid, room, asked));
      case "react":
        return doneOr(await acts.react(uid, room, asked));
      case "pin":
        return doneOr(await acts.pin(uid, room, asked));
      case "mute":
        return doneOr(await members.mute(uid, room, asked));
      case "remove":
        return doneOr(await members.remove(uid, room, asked.uid));
      case "role":
        return doneOr(await members.setRole(uid, room, asked));
      case "change": {
        const wait = asked.name === undefined ? 0 : renaming.take(uid);
        return wait > 0 ? tooManyRequests(wait) : doneOr(await members.change(uid, room, asked));
      }
      case "add":
        return tooManyBrought(uid, asked.uids) ?? doneOr(await members.add(uid, room, asked.uids));
      case "leave":
        return doneOr(await members.leave(uid, room));
      case "accept":
        return doneOr(await members.accept(uid, room));
      case "report": {
        const wait = reporting.take(uid);
        return wait > 0 ? tooManyRequests(wait) : doneOr(await reports.report(uid, room, asked));
      }
    }
  }

  return [
    endpoint(
      "/api/chat",
      counted(20, 20 / 60),
      {
        shape: newShape,
        form: "{kind, name, topic}, {kind: direct, uid} or {kind: ai}",
        most: 20_000,
      },
      async ({ uid }, asked) => {
        const many = "uids" in asked ? tooManyBrought(uid, asked.uids) : undefined;
        if (many !== undefined) return many;
        const made = await rooms.make(uid, asked as NewRoom);
        if ("fault" in made || "refused" in made) return refuse(made);
        return Response.json({ room: made.room }, { status: made.isNew ? 201 : 200 });
      },
    ),
    plain("GET", "/api/chat/people", counted(30), async ({ uid, query }) =>
      Response.json({
        people: await people.find(uid, (query.get("q") ?? "").slice(0, 100)),
      } satisfies FoundPeople),
    ),
    plain("GET", "/api/chat/owner", acting, async () => Response.json(await people.owner())),
    endpoint(
      "/api/chat/blocks",
      acting,
      { shape: blockShape, form: "{uid, on}" },
      async ({ uid }, asked) => doneOr(await people.block(uid, asked)),
    ),
    plain("GET", "/api/chat/{room}/search", counted(30), async ({ uid, room, query }) => {
      const words = (query.get("q") ?? "").slice(0, 200);
      const found = await search(uid, room, { words, before: query.get("before") ?? undefined });
      return found === "no-such-room" ? refuse(found) : Response.json(found);
    }),
    endpoint(
      "/api/chat/{room}/messages",
      counted(60),
      { shape: sentShape, form: "{id, text, root?, quote?, files?, ask?}", most: 64_000 },
      async ({ uid, room }, asked) => {
        const said = await messages.send(uid, room, asked as SentMessage);
        if ("fault" in said || "refused" in said) return refuse(said);
        const { isNew, key: stored, at } = said;
        const { ask, root } = asked;
        const answer = ask && (await deps.ask(uid, { ...ask, room, key: stored, root }));
        const body: StoredMessage = { key: stored, at, ...(answer && { ask: answer }) };
        return Response.json(body, { status: isNew ? 201 : 200 });
      },
    ),
    endpoint(
      "/api/chat/{room}/acts",
      acting,
      { shape: actShape, form: "{act, …}", most: 64_000 },
      async ({ uid, room }, asked) => actOn(uid, room, asked as ChatAct),
    ),
    plain("POST", "/api/chat/{room}/join", acting, async ({ uid, room }) =>
      doneOr(await rooms.join(uid, room)),
    ),
  ];
}
