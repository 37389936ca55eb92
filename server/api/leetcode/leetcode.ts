/** `/api/leetcode`, for editors and in part for admins alone: docs/leetcode.md lists it. */
import * as z from "zod/mini";
import { isContentId } from "#lib/content/kinds.ts";
import type { LeetCodeState } from "#lib/leetcode/api.ts";
import { profileUser } from "#lib/profile-user.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { apiError, tooManyRequests } from "../../http/answer.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { Duplicates } from "../../leetcode/duplicates.ts";
import type { FullSync } from "../../leetcode/full-sync.ts";
import type { ProblemImport } from "../../leetcode/import-problems.ts";
import type { LeetCodeApi } from "../../leetcode/leetcode-api.ts";
import { questionsOf } from "../../leetcode/read-questions.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import type { ProfileSnapshots } from "../../profile-snapshots/profile-snapshots.ts";
import { SourceError } from "../../profile-snapshots/profile-source.ts";
import { ContentError } from "../../publishing/content-error.ts";
import type { ContentActs } from "../../publishing/publishing.ts";
import type { AdminDoor } from "../../user-admin/admin-door.ts";

const mostProblems = 200;
const mostSlugs = 20;
const mostOthers = 20;
const maxImportBytes = 4 * 1024 * 1024;

const text = (letters: number) => z.string().check(z.maxLength(letters));
const optional = (letters: number) => z.optional(text(letters));
const id = text(128).check(z.refine((value) => isContentId("problems", value)));
const instant = z.iso.datetime().check(z.maxLength(40));

const problem = z.strictObject({
  title: text(1000),
  link: text(2000),
  number: z.optional(z.int()),
  difficulty: z.optional(z.enum(["easy", "medium", "hard"])),
  categories: z.array(text(200)).check(z.maxLength(200)),
  solutions: z
    .array(
      z.strictObject({
        language: text(60),
        code: text(100_000),
        label: optional(120),
        time: optional(60),
        space: optional(60),
        note: optional(2000),
        solvedOn: optional(10),
      }),
    )
    .check(z.maxLength(500)),
});

/** As the browser's tools show it; with its name, too, because that is how it is copied. */
const cookie = z.pipe(
  text(8000),
  z.pipe(
    z.transform(
      (typed: string) => /^(?:.*LEETCODE_SESSION=)?([^;]*)/s.exec(typed.trim())?.[1]?.trim() ?? "",
    ),
    z.string().check(z.regex(/^[\w.=+/%-]{20,5000}$/)),
  ),
);

export function createLeetCodeEndpoints(deps: {
  editors: AdminDoor;
  admins: AdminDoor;
  backend: Pick<ServerBackend, "publicData">;
  snapshots: Pick<ProfileSnapshots, "refresh" | "problemOf">;
  api: LeetCodeApi;
  problems: ProblemImport;
  sync: FullSync;
  duplicates: Duplicates;
  actorOf: ContentActs["actorOf"];
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { editors, admins, backend, snapshots, api, problems, sync, duplicates, actorOf, now } =
    deps;
  /** Of what makes the server ask LeetCode. */
  const limit = createRateLimit({ burst: 100, perMinute: 30, now });

  async function state(): Promise<LeetCodeState> {
    const [{ resume, leetcode }, failed] = await Promise.all([
      backend.publicData(),
      snapshots.problemOf("leetcode"),
    ]);
    const username = profileUser(resume, "leetcode") ?? null;
    // Of whom the resume named before a snapshot stays for a moment.
    const isTheirs = leetcode?.username.toLowerCase() === username?.toLowerCase();
    return {
      username,
      fetchedAt: isTheirs ? (leetcode?.fetchedAt ?? null) : null,
      error: failed && { at: failed.at, message: failed.message, nextTryAt: failed.nextTryAt },
    };
  }

  async function answer(run: () => Promise<object>): Promise<Response> {
    try {
      return Response.json(await run());
    } catch (error) {
      return refusalOf(error, now());
    }
  }

  const asking = (uid: string, run: () => Promise<object>) => {
    const wait = limit.take(uid);
    return wait > 0 ? Promise.resolve(tooManyRequests(wait)) : answer(run);
  };

  return [
    editors.get("/api/leetcode/state", z.strictObject({}), () => answer(state)),
    admins.post("/api/leetcode/sync", z.strictObject({}), (_body, uid) =>
      asking(uid, async () => {
        const refreshed = await snapshots.refresh("leetcode");
        if (refreshed.outcome === "nobody") {
          throw new SourceError("The resume has no LeetCode profile. Add one under its profiles.");
        }
        if ("message" in refreshed) {
          const { message, nextTryAt, outcome } = refreshed;
          throw new SourceError(message, {
            ...(outcome === "waiting" && { retryAt: Date.parse(nextTryAt) }),
          });
        }
        return state();
      }),
    ),
    editors.post(
      "/api/leetcode/questions",
      z.strictObject({ slugs: z.array(text(500)).check(z.minLength(1), z.maxLength(mostSlugs)) }),
      ({ slugs }, uid) => asking(uid, () => questionsOf(api, slugs)),
      { maxBodyBytes: 16_384 },
    ),
    editors.post(
      "/api/leetcode/import",
      z.strictObject({
        problems: z.array(problem).check(z.minLength(1), z.maxLength(mostProblems)),
        publish: z.boolean(),
      }),
      ({ problems: given, publish }, uid) =>
        answer(async () => ({
          results: await problems.add(given, { publish, actor: await actorOf(uid) }),
        })),
      { maxBodyBytes: maxImportBytes },
    ),
    admins.post(
      "/api/leetcode/submissions",
      z.strictObject({ cookie, after: z.nullable(text(1000)), publish: z.boolean() }),
      ({ cookie: session, after, publish }, uid) =>
        asking(uid, async () => sync.part(session, after, { publish, actor: await actorOf(uid) })),
      { maxBodyBytes: 16_384 },
    ),
    editors.get("/api/leetcode/duplicates", z.strictObject({}), () =>
      answer(async () => ({ groups: await duplicates.list() })),
    ),
    editors.post(
      "/api/leetcode/merge",
      z
        .strictObject({
          keep: id,
          others: z.array(id).check(z.minLength(1), z.maxLength(mostOthers)),
          seen: z.record(id, instant),
        })
        .check(
          z.refine(({ keep, others }) => new Set([keep, ...others]).size === others.length + 1),
        ),
      ({ seen, ...ids }, uid) =>
        answer(async () => duplicates.merge(ids, seen, await actorOf(uid))),
      { maxBodyBytes: 16_384 },
    ),
    editors.post(
      "/api/leetcode/undo-merge",
      z.strictObject({
        keep: id,
        updatedAt: instant,
        versionId: z.string().check(z.regex(/^[\w-]{1,100}$/)),
        others: z.array(id).check(z.minLength(1), z.maxLength(mostOthers)),
      }),
      (undo, uid) =>
        answer(async () => {
          await duplicates.undo(undo, await actorOf(uid));
          return {};
        }),
      { maxBodyBytes: 16_384 },
    ),
  ];
}

/** @throws what is neither LeetCode's doing nor the content's */
function refusalOf(error: unknown, nowMs: number): Response {
  if (error instanceof SourceError) {
    const { message, retryAt } = error;
    if (retryAt === undefined) return apiError(502, "leetcode", message);
    const wait = Math.max(1, Math.ceil((retryAt - nowMs) / 1000));
    return apiError(429, "leetcode", message, { "Retry-After": String(wait) });
  }
  if (!(error instanceof ContentError)) throw error;
  const { status, code, message, problems } = error;
  return problems.length === 0
    ? apiError(status, code, message)
    : Response.json({ error: { code, message, problems } }, { status });
}
