import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { ImportedProblem, ImportResult } from "#lib/leetcode/api.ts";
import { recordingLog } from "../../../tests/support/log.ts";
import { createLeetCodeReplay } from "../../../tests/support/leetcode-replay.ts";
import type { LeetCodeReplay } from "../../../tests/support/leetcode-replay.ts";
import { editorCaller } from "../../http/editor-caller.ts";
import type { Endpoint } from "../../http/api-router.ts";
import { createDuplicates } from "../../leetcode/duplicates.ts";
import { createFullSync } from "../../leetcode/full-sync.ts";
import { createProblemImport } from "../../leetcode/import-problems.ts";
import { createLeetCodeApi } from "../../leetcode/leetcode-api.ts";
import { createLeetCodeSource } from "../../leetcode/leetcode-source.ts";
import { openWeb } from "../../outgoing/testing/open-web.ts";
import type { TestWeb } from "../../outgoing/testing/open-web.ts";
import { createAskSource } from "../../profile-snapshots/ask-source.ts";
import { createProfileSnapshots } from "../../profile-snapshots/profile-snapshots.ts";
import { openDesk } from "../../publishing/testing/open-desk.ts";
import { createAdminDoor } from "../../user-admin/admin-door.ts";
import { createLeetCodeEndpoints } from "./leetcode.ts";

type Answer = { status: number; headers: Headers; body: Record<string, unknown> };
type Desk = Awaited<ReturnType<typeof openDesk>>;
let desk: Desk;
let web: TestWeb;
let leetCode: LeetCodeReplay;
let endpoints: Endpoint[];
let logged: unknown[];
/** With what headers another site was asked. */
const ledTo: object[] = [];

beforeAll(async () => {
  web = await openWeb({
    "leetcode.com": (...exchange) => leetCode.answer(...exchange),
    "leetcode.example": ({ headers }, response) => {
      ledTo.push(headers);
      response.end(JSON.stringify({ submissions_dump: [], has_next: false }));
    },
  });
});
afterAll(() => web[Symbol.asyncDispose]());
beforeEach(async () => {
  leetCode = createLeetCodeReplay();
  desk = await openDesk();
  const now = () => desk.clock.ms;
  const roles = { ann: { editor: true }, ada: { admin: true }, eve: { user: true } };
  await desk.backend.updateValues(
    Object.fromEntries(Object.entries(roles).map(([uid, own]) => [`users/${uid}/roles`, own])),
  );
  // Who is who is the sign-in service's matter; here a token is the uid.
  const backend = {
    ...desk.backend,
    verifyIdToken: async (uid: string) => ({ uid, claims: {} }),
  };
  const { log, entries } = recordingLog();
  logged = entries;
  const ask = createAskSource({ fetch: web.fetch, name: "LeetCode", now, timeoutMs: 1000 });
  const api = createLeetCodeApi({ ask });
  const problems = createProblemImport({
    backend,
    audit: desk.audit,
    inTurn: desk.acts.publishing.inTurn,
    log,
    now,
    newId: randomUUID,
  });
  endpoints = createLeetCodeEndpoints({
    editors: createAdminDoor({ backend, callerOf: editorCaller, now }),
    admins: createAdminDoor({ backend, now }),
    backend,
    snapshots: createProfileSnapshots({
      backend,
      sources: [createLeetCodeSource({ api, now })],
      jobs: () => desk.jobs,
      log,
      now,
    }),
    api,
    problems,
    sync: createFullSync({ api, problems, backend }),
    duplicates: createDuplicates({ backend, audit: desk.audit, log, now, newId: randomUUID }),
    actorOf: desk.acts.actorOf,
    now,
  });
});
afterEach(() => desk[Symbol.asyncDispose]());

async function call(who: string, name: string, body?: object): Promise<Answer> {
  const endpoint = endpoints.find(({ path }) => path === `/api/leetcode/${name}`)!;
  const headers: HeadersInit = who === "" ? {} : { Authorization: `Bearer ${who}` };
  const request = new Request(`http://localhost${endpoint.path}`, { headers });
  const text = body === undefined ? "" : JSON.stringify(body);
  const answer = await endpoint.answer({ request, body: text, client: "192.0.2.1" });
  const { status } = answer;
  return { status, headers: answer.headers, body: (await answer.json()) as Answer["body"] };
}

const wearProfile = () =>
  desk.backend.commit([
    {
      set: "site/resume",
      data: {
        document: { basics: { profiles: [{ network: "LeetCode", username: "octo-solver" }] } },
      },
    },
  ]);
const error = (status: number, message: RegExp | string) => ({
  status,
  body: { error: { message: expect.stringMatching(message) as string } },
});
const resultsOf = ({ body }: Answer) => body["results"] as ImportResult[];

test("visitors and users do nothing here, editors all but what asks LeetCode in the owner's name", async () => {
  const bodies: Record<string, object | undefined> = {
    state: undefined,
    sync: {},
    questions: { slugs: ["two-sum"] },
    import: { problems: [], publish: false },
    submissions: { cookie: "a-cookie-that-is-long-enough", after: null, publish: false },
    duplicates: undefined,
    merge: { keep: "a", others: ["b"], seen: {} },
    "undo-merge": {},
  };
  const statuses = async (who: string) =>
    Promise.all(
      Object.entries(bodies).map(async ([name, body]) => (await call(who, name, body)).status),
    );
  expect(new Set(await statuses(""))).toEqual(new Set([401]));
  expect(new Set(await statuses("eve"))).toEqual(new Set([403]));
  expect(await statuses("ann")).toEqual([200, 403, 200, 400, 403, 200, 409, 400]);
  expect(endpoints).toHaveLength(Object.keys(bodies).length);
});

test("sync now reads the profile, and visitors see it with its time", async () => {
  expect((await call("ann", "state")).body).toEqual({
    username: null,
    fetchedAt: null,
    error: null,
  });
  expect(await call("ada", "sync", {})).toMatchObject(error(502, /no LeetCode profile/));
  await wearProfile();
  const { status, body } = await call("ada", "sync", {});
  expect(status).toBe(200);
  expect(body).toEqual({
    username: "octo-solver",
    fetchedAt: "2026-03-01T12:00:00.000Z",
    error: null,
  });
  expect((await desk.backend.publicData()).leetcode).toMatchObject({ all: { solved: 133 } });
});

test("LeetCode that fails is a sentence with its time, and what was read before stays", async () => {
  await wearProfile();
  await call("ada", "sync", {});
  const before = (await desk.backend.publicData()).leetcode;
  for (const [mood, status] of [
    ["down", 502],
    ["slow", 502],
    ["blocked", 502],
    ["nonsense", 502],
    ["limited", 502],
    // It said when it answers again, and is not asked before.
    ["limited", 429],
  ] as const) {
    leetCode.mood = mood;
    desk.clock.ms += 1000;
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await call("ada", "sync", {});
    expect(answer, mood).toMatchObject(error(status, /^LeetCode.+\.$/));
    // oxlint-disable-next-line no-await-in-loop -- see above
    expect((await desk.backend.publicData()).leetcode).toEqual(before);
    expect(/^\d+$/.test(answer.headers.get("Retry-After") ?? ""), mood).toBe(status === 429);
  }
  const { body } = await call("ann", "state");
  expect(body).toMatchObject({
    fetchedAt: before?.fetchedAt,
    error: { message: expect.stringMatching(/too often/) as string },
  });
});

test("a problem is read by its slug or address and stored only when it is imported", async () => {
  const slugs = ["two-sum", "https://leetcode.com/problems/no-such-one/", "a b"];
  const { body } = await call("ann", "questions", { slugs });
  expect(body).toEqual({
    problems: [
      {
        title: "Two Sum",
        link: "https://leetcode.com/problems/two-sum/",
        number: 1,
        difficulty: "easy",
        categories: ["Array", "Hash Table"],
        solutions: [],
      },
    ],
    faults: [
      { slug: slugs[1], text: "LeetCode has no such problem." },
      { slug: "a b", text: expect.stringMatching(/such as two-sum/) as string },
    ],
  });
  expect((await desk.backend.publicData()).problems).toEqual([]);
  const answer = await call("ann", "import", { problems: body["problems"], publish: true });
  expect(resultsOf(answer)).toMatchObject([{ id: "two-sum", did: "made", as: "published" }]);
});

test("when LeetCode stops answering, the rest of the problems has the reason", async () => {
  leetCode.mood = "limited";
  const { status, body } = await call("ann", "questions", { slugs: ["two-sum", "3sum", "4sum"] });
  expect(status).toBe(200);
  expect((body["faults"] as { text: string }[]).map(({ text }) => text.slice(0, 8))).toEqual(
    Array<string>(3).fill("LeetCode"),
  );
  expect(leetCode.asked).toHaveLength(1);
});

const submission = (at: number, more: object = {}) => ({
  id: at,
  title: "Two Sum",
  title_slug: "two-sum",
  lang: "python3",
  code: `code ${at}`,
  status_display: "Accepted",
  timestamp: 1_700_000_000 - at * 86_400,
  ...more,
});

test("all submissions are read in parts of twenty, and every code that was accepted is kept", async () => {
  leetCode.submissions = [
    ...Array.from({ length: 15 }, (_, at) => submission(at, { status_display: "Wrong Answer" })),
    ...Array.from({ length: 10 }, (_, at) => submission(100 + at)),
    ...Array.from({ length: 20 }, (_, at) =>
      submission(200 + at, { title: `P ${at}`, title_slug: `p-${at}` }),
    ),
  ];
  const parts: number[] = [];
  for (let after: unknown = null, first = true; first || after !== null; first = false) {
    const body = { cookie: `LEETCODE_SESSION=${leetCode.cookie}; x=y`, after, publish: true };
    // oxlint-disable-next-line no-await-in-loop -- each part says where the next one begins
    const answer = await call("ada", "submissions", body);
    expect(answer.status).toBe(200);
    parts.push(answer.body["read"] as number);
    after = answer.body["next"];
  }
  expect(parts).toEqual([20, 20, 5]);
  const { problems } = await desk.backend.publicData();
  expect(problems).toHaveLength(21);
  expect(problems.find(({ id }) => id === "two-sum")).toMatchObject({
    number: 1,
    difficulty: "easy",
    categories: ["Array", "Hash Table"],
  });
  const codes = problems.find(({ id }) => id === "two-sum")?.solutions.map(({ code }) => code);
  expect(codes?.toSorted()).toEqual(Array.from({ length: 10 }, (_, at) => `code ${100 + at}`));
});

test("a part that is asked for once more, because its answer was lost, changes nothing", async () => {
  leetCode.submissions = Array.from({ length: 30 }, (_, at) =>
    submission(at, { title: `P ${at}`, title_slug: `p-${at}` }),
  );
  const part = async (after: unknown) =>
    (await call("ada", "submissions", { cookie: leetCode.cookie, after, publish: true })).body;
  const { next } = await part(null);
  const lost = await part(next);
  const again = await part(next);
  expect(again).toMatchObject({ read: 10, next: null });
  const did = (body: Answer["body"]) => (body["results"] as ImportResult[]).map((one) => one.did);
  expect(did(lost)).toEqual(Array<string>(10).fill("made"));
  expect(did(again)).toEqual(Array<string>(10).fill("same"));
  expect((await desk.backend.publicData()).problems).toHaveLength(30);
});

test("the cookie goes to LeetCode alone: no document, no answer and no line of the log has it", async () => {
  leetCode.submissions = [submission(1)];
  const body = { cookie: leetCode.cookie, after: null, publish: true };
  const good = await call("ada", "submissions", body);
  const bad = await call("ada", "submissions", { ...body, cookie: `${leetCode.cookie}-old` });
  expect(bad).toMatchObject(error(502, /does not take this cookie/));
  leetCode.mood = "blocked";
  const blocked = await call("ada", "submissions", body);
  expect(blocked).toMatchObject(error(502, /refuses/));
  leetCode.mood = "elsewhere";
  const led = await call("ada", "submissions", body);
  expect(led).toMatchObject(error(502, /leads elsewhere/));
  expect(ledTo).toHaveLength(1);
  const said = JSON.stringify([good, bad, blocked, led, ledTo, logged, desk.entries]);
  expect(said).not.toContain(leetCode.cookie);
  for (const collection of ["problems", "drafts", "server", "jobs", "auditLog", "snapshots"]) {
    // oxlint-disable-next-line no-await-in-loop -- a few
    const documents = await desk.backend.listDocuments(collection);
    expect(JSON.stringify(documents), collection).not.toContain(leetCode.cookie);
  }
});

test("submissions of another form than before are said, not passed over", async () => {
  leetCode.submissions = Array.from({ length: 3 }, (_, at) => submission(at, { code: undefined }));
  const body = { cookie: leetCode.cookie, after: null, publish: true };
  expect(await call("ada", "submissions", body)).toMatchObject(error(502, /make no sense/));
});

test("what cannot be a cookie of LeetCode's goes nowhere", async () => {
  const typed = [
    "short",
    "two\nlines-that-are-long-enough",
    "with space in the middle of it",
    "a".repeat(6000),
  ];
  const answers = typed.map((cookie) =>
    call("ada", "submissions", { cookie, after: null, publish: false }),
  );
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  expect(leetCode.asked).toEqual([]);
});

test("duplicates are listed, merged and taken apart through the endpoints", async () => {
  const link = "https://leetcode.com/problems/two-sum/";
  const put = (id: string, code: string) =>
    desk.backend.commit([
      {
        set: `problems/${id}`,
        data: { title: id, link, categories: [], solutions: [{ language: "c", code }] },
      },
    ]);
  await put("a", "1");
  await put("b", "2");
  const list = async () =>
    (await call("ann", "duplicates")).body["groups"] as {
      entries: { id: string; updatedAt: string }[];
    }[];
  const [group] = await list();
  const seen = Object.fromEntries(group!.entries.map(({ id, updatedAt }) => [id, updatedAt]));
  const merged = await call("ann", "merge", { keep: "a", others: ["b"], seen });
  expect(merged.status).toBe(200);
  expect(await list()).toEqual([]);
  expect((await call("ann", "undo-merge", merged.body["undo"] as object)).status).toBe(200);
  expect(await list()).toHaveLength(1);
});

const given: ImportedProblem = {
  title: "A",
  link: "https://leetcode.com/problems/a/",
  categories: [],
  solutions: [],
};
test("what is not as it has to be is refused", async () => {
  const wrong: [string, object][] = [
    ["import", { problems: [{ ...given, hidden: false }], publish: true }],
    ["import", { problems: Array.from({ length: 201 }, () => given), publish: true }],
    ["import", { problems: [{ ...given, solutions: [{ language: "c" }] }], publish: true }],
    ["questions", { slugs: [] }],
    ["questions", { slugs: Array.from({ length: 21 }, () => "a") }],
    ["merge", { keep: "a", others: ["a"], seen: {} }],
    ["merge", { keep: "a", others: ["b", "b"], seen: {} }],
    ["merge", { keep: "a/b", others: ["b"], seen: {} }],
    [
      "undo-merge",
      { keep: "a", others: ["b"], versionId: "../x", updatedAt: "2026-01-01T00:00:00Z" },
    ],
  ];
  const answers = await Promise.all(wrong.map(([name, body]) => call("ann", name, body)));
  expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 400));
});
