/** `/api/ai…`, and what is asked of the AI below `/api/chat`, with an ID token. docs/ai.md */
import * as z from "zod/mini";
import type {
  AiCap,
  AiProviderFacts,
  AiSettings,
  AskAgain,
  AskSaid,
  CatchUp,
} from "#lib/ai/api.ts";
import { mostOwnerPrompt, mostSettings } from "#lib/ai/limits.ts";
import { mostText } from "#lib/chat/limits.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { CatchUpDesk } from "../../ai/catch-up.ts";
import { refusedAsk, statusOf } from "../../ai/refusals.ts";
import type { AiRuns } from "../../ai/runs.ts";
import type { AiSettingsStore } from "../../ai/settings.ts";
import type { ProviderDesk } from "../../ai/try-provider.ts";
import type { AiUsageReader } from "../../ai/usage.ts";
import { adminCaller } from "../../http/admin-caller.ts";
import { apiError, tooManyRequests } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { type CountedCaller, createCountedCaller } from "../../http/counted-caller.ts";
import { parseJson } from "../../http/parse-json.ts";
import { orUnavailable } from "../../http/when-unavailable.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import { refuse, roomIn, wrong } from "../chat/answers.ts";
import { askShape } from "../../ai/ask-shape.ts";

const key = z.string().check(z.regex(/^m[0-9]{9}$/));
const ask = askShape.shape;
const againShape = z.object({
  ...ask,
  key,
  root: z.optional(key),
  text: z.optional(z.string().check(z.maxLength(2 * mostText))),
});
const catchUpShape = z.object({
  ...ask,
  from: z.int().check(z.gte(0), z.lte(999_999_999)),
}) satisfies z.ZodMiniType<CatchUp>;
const whole = z.int().check(z.gte(0));
const settingsShape = z.object({
  on: z.boolean(),
  prompt: z.string().check(z.maxLength(2 * mostOwnerPrompt)),
  price: z.discriminatedUnion("per", [
    z.object({ per: z.literal("reply"), tokens: whole }),
    z.object({ per: z.literal("usage"), perThousandIn: z.number(), perThousandOut: z.number() }),
  ]),
  maxOutput: whole,
  userDaily: whole,
  siteDaily: whole,
  rev: z.optional(z.string().check(z.maxLength(200))),
}) satisfies z.ZodMiniType<AiSettings & { rev?: string | undefined }>;
const nothingShape = z.object({});
const capShape = z.object({
  cap: z.nullable(z.int().check(z.gte(0), z.lte(mostSettings.daily))),
}) satisfies z.ZodMiniType<AiCap>;

export function createAiEndpoints(deps: {
  backend: Pick<ServerBackend, "verifyIdToken" | "getValue">;
  /** Undefined: there is none. */
  provider: ProviderDesk | undefined;
  settings: AiSettingsStore;
  usage: AiUsageReader;
  runs: Pick<AiRuns, "ask" | "stop">;
  catchUp: CatchUpDesk;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { backend, provider, settings, usage, runs, catchUp } = deps;
  const counted = (burst: number, perMinute = burst) =>
    createCountedCaller({ ...deps, burst, perMinute });
  const looking = counted(60);
  const asking = counted(60);
  const trying = createRateLimit({ burst: 5, perMinute: 2, now: deps.now });
  const admin = ({ request }: Pick<ApiRequest, "request">) => adminCaller(request, backend);

  function get(
    path: Endpoint["path"],
    caller: CountedCaller | typeof admin,
    answer: (uid: string, asked: Omit<ApiRequest, "body">) => Promise<Response>,
  ): Endpoint {
    async function reply(asked: ApiRequest): Promise<Response> {
      const who = await caller(asked);
      return who instanceof Response ? who : answer(who.uid, asked);
    }
    return { method: "GET", path, maxBodyBytes: 0, answer: orUnavailable(reply) };
  }

  function post<Shape extends z.ZodMiniType>(
    path: Endpoint["path"],
    caller: CountedCaller | typeof admin,
    { shape, form, most }: { shape: Shape; form: string; most: number },
    answer: (uid: string, sent: z.output<Shape>, room: string) => Promise<Response>,
  ): Endpoint {
    async function reply({ body, ...asked }: ApiRequest): Promise<Response> {
      const who = await caller(asked);
      if (who instanceof Response) return who;
      const { data } = shape.safeParse(parseJson(body));
      return data === undefined
        ? wrong(`Send ${form} as JSON.`)
        : answer(who.uid, data, roomIn(asked));
    }
    return { method: "POST", path, maxBodyBytes: most, answer: orUnavailable(reply) };
  }

  return [
    get("/api/ai", looking, async (uid) => Response.json(await usage.state(uid))),
    get("/api/ai/usage", looking, async (uid, asked) => {
      const isAll = new URL(asked.request.url).searchParams.get("all") === "1";
      if (!isAll) return Response.json(await usage.own(uid));
      const who = await admin(asked);
      return who instanceof Response ? who : Response.json(await usage.site());
    }),
    get("/api/ai/settings", admin, async () => Response.json(await settings.read())),
    post(
      "/api/ai/settings",
      admin,
      { shape: settingsShape, form: "all settings", most: 40_000 },
      async (uid, { rev, ...sent }) => {
        const said = await settings.write(uid, sent, rev);
        if (said === undefined) return new Response(null, { status: 204 });
        if (said !== "changed-meanwhile") return wrong(said.fault);
        const text = "Somebody else has changed this meanwhile. Look at what it is now, then save.";
        return apiError(409, said, text);
      },
    ),
    get("/api/ai/provider", admin, async () => {
      const none: AiProviderFacts = { host: null, models: [] };
      return Response.json(provider?.facts ?? none);
    }),
    post(
      "/api/ai/provider/try",
      admin,
      { shape: nothingShape, form: "{}", most: 1_000 },
      async (uid) => {
        if (provider === undefined) return apiError(409, "no-ai", "There is no provider to try.");
        const wait = trying.take(uid);
        return wait > 0 ? tooManyRequests(wait) : Response.json(await provider.tryIt());
      },
    ),
    post(
      "/api/ai/cap",
      looking,
      { shape: capShape, form: "{cap}", most: 1_000 },
      async (uid, { cap }) => {
        await settings.setCap(uid, cap);
        return new Response(null, { status: 204 });
      },
    ),
    post(
      "/api/chat/{room}/ask",
      asking,
      { shape: againShape, form: "{id, model, most, key, root?, text?}", most: 64_000 },
      async (uid, sent, room) => {
        const { id, model, most, key: of, root, text } = sent as AskAgain;
        const asked = { id, model, most, room, key: of, root, again: { text } };
        const said = await runs.ask(uid, asked);
        return typeof said === "object" && "fault" in said ? wrong(said.fault) : saidOf(said);
      },
    ),
    stopping(),
    post(
      "/api/chat/{room}/catch-up",
      // Each makes a room.
      counted(20, 20 / 60),
      { shape: catchUpShape, form: "{id, model, most, from}", most: 4_000 },
      async (uid, sent, room) => {
        const said = await catchUp(uid, room, sent);
        if ("fault" in said || "refused" in said) return refuse(said);
        return Response.json(said, { status: 201 });
      },
    ),
  ];

  function stopping(): Endpoint {
    async function stop(asked: ApiRequest): Promise<Response> {
      const who = await asking(asked);
      if (who instanceof Response) return who;
      const id = new URL(asked.request.url).pathname.split("/")[5] ?? "";
      if (!/^[a-z0-9]{20}$/.test(id)) return wrong("This is no id of an answer.");
      const said = await runs.stop(who.uid, roomIn(asked), id);
      return said === "done" ? new Response(null, { status: 204 }) : saidOf(refusedAsk(said));
    }
    return {
      method: "POST",
      path: "/api/chat/{room}/ask/{id}/stop",
      maxBodyBytes: 1_000,
      answer: orUnavailable(stop),
    };
  }
}

function saidOf(said: AskSaid): Response {
  if (said === "begun") return Response.json({ ask: said });
  const { refused: code, message } = said;
  return Response.json({ error: { code, message }, ask: said }, { status: statusOf(code) });
}
