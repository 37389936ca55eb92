/**
 * Who reads a board, by every way there is, that nobody writes one but the server, and that who leaves it hears nothing of it
 * any more, from the very update that removes them. docs/boards.md
 */
import {
  type Query,
  endBefore,
  get,
  limitToLast,
  onChildAdded,
  onDisconnect,
  onValue,
  orderByChild,
  orderByKey,
  push,
  query,
  ref,
  remove,
  runTransaction,
  set,
  startAt,
  update,
} from "firebase/database";
import { afterAll, expect, test } from "vitest";
import type { DatabaseJson } from "#lib/server-backend.ts";
import { type SdkClient, createSdkClient, signUp } from "../support/sdk-client.ts";
import { serveSite } from "../support/served-site.ts";

const site = await serveSite();
const stack = new AsyncDisposableStack();
afterAll(async () => {
  await stack.disposeAsync();
  await site[Symbol.asyncDispose]();
});
const { serverBackend } = site;
const root = "boards/plan";

/** Of `roof`. `removed` was a member of it, `stranger` has another board. */
const callers = ["owner", "member", "viewer", "removed", "stranger", "visitor"] as const;
type Caller = (typeof callers)[number];
type Person = { client: SdkClient; uid: string; token: () => Promise<string | undefined> };

const members: readonly Caller[] = ["owner", "member", "viewer"];

const people = new Map(
  await Promise.all(
    callers.map(async (caller): Promise<[Caller, Person]> => {
      const client = stack.use(createSdkClient(site.origin));
      if (caller === "visitor") return [caller, { client, uid: "", token: async () => undefined }];
      const { uid, idToken } = await signUp(client);
      return [caller, { client, uid, token: () => idToken() }];
    }),
  ),
);
const personOf = (caller: Caller): Person => people.get(caller)!;

const card = { at: 1, title: { v: "Roof", t: 1, p: 0 } };
const boardOf = (roles: Partial<Record<Caller, string>>) => ({
  seq: 4,
  members: Object.fromEntries(
    Object.entries(roles).map(([caller, role]) => [personOf(caller as Caller).uid, { role }]),
  ),
  board: { board: { at: 1, name: { v: "Roof", t: 1, p: 0 } } },
  ...Object.fromEntries(
    ["columns", "cards", "checks", "comments", "files", "links", "lost"].map((kind) => [
      kind,
      { a: card },
    ]),
  ),
  log: { s000000004: { at: 1, by: personOf("owner").uid } },
  counts: { items: 8 },
});
await serverBackend.updateValues({
  "boards/roof": boardOf({ owner: "owner", member: "member", viewer: "viewer" }),
  "boards/theirs": boardOf({ stranger: "owner" }),
  ...Object.fromEntries(
    members.map((caller) => [`boardsOf/${personOf(caller).uid}/roof`, { role: caller }]),
  ),
});

/** False: it was refused. */
const outcome = async (work: Promise<unknown>): Promise<boolean> => {
  try {
    await work;
    return true;
  } catch (error) {
    if (/permission[_ -]denied/i.test(String(error))) return false;
    throw error;
  }
};

/** Allowed once the first value comes; refused when the server ends it. */
const listen = (asked: Query): Promise<boolean> =>
  new Promise((resolve) => {
    const end = onValue(
      asked,
      () => {
        resolve(true);
        queueMicrotask(() => end());
      },
      () => resolve(false),
    );
  });

const override = JSON.stringify({ uid: "foyer-boards", token: { foyerBoard: "roof" } });

async function rest(
  { token }: Pick<Person, "token">,
  method: string,
  path: string,
  more: { body?: unknown; query?: Record<string, string>; accept?: string } = {},
): Promise<boolean> {
  const auth = await token();
  const search = new URLSearchParams({ ns: "foyer", ...(auth && { auth }), ...more.query });
  const gone = new AbortController();
  const response = await fetch(`${site.origin}/${path}.json?${search}`, {
    method,
    signal: gone.signal,
    headers: more.accept === undefined ? {} : { accept: more.accept },
    ...(more.body !== undefined && { body: JSON.stringify(more.body) }),
  });
  expect([200, 204, 401], `${method} ${path}`).toContain(response.status);
  gone.abort();
  return response.status !== 401;
}

type Ask = (person: Person) => Promise<boolean>;

/** Each way to the same place. */
function waysTo(path: string): [string, Ask][] {
  const at = ({ client }: Person) => ref(client.database, path);
  const changed = (person: Person) => query(at(person), orderByChild("at"), startAt(1));
  const last = (person: Person) => query(at(person), orderByKey(), endBefore("z"), limitToLast(50));
  const byKey = { orderBy: '"$key"', limitToLast: "50" };
  return [
    ["get", (person) => outcome(get(at(person)))],
    ["listen", (person) => listen(at(person))],
    ["query", (person) => outcome(get(changed(person)))],
    ["listen to a query", (person) => listen(changed(person))],
    ["the last ones by key", (person) => outcome(get(last(person)))],
    ["REST", (person) => rest(person, "GET", path)],
    ["REST, names only", (person) => rest(person, "GET", path, { query: { shallow: "true" } })],
    ["REST query", (person) => rest(person, "GET", path, { query: byKey })],
    ["REST stream", (person) => rest(person, "GET", path, { accept: "text/event-stream" })],
    [
      "REST as the server",
      (person) => rest(person, "GET", path, { query: { auth_variable_override: override } }),
    ],
  ];
}

const kinds = ["columns", "cards", "checks", "comments", "files", "links", "lost", "log"];
const own = (caller: Caller) => `boardsOf/${personOf(caller).uid}`;

test.each<[string, readonly Caller[]]>([
  ["boards/roof", members],
  ...kinds.map((kind): [string, readonly Caller[]] => [`boards/roof/${kind}`, members]),
  ["boards/roof/cards/a/title", members],
  ["boards/roof/members", members],
  ["boards/roof/counts", members],
  [`boards/roof/members/${personOf("removed").uid}`, members],
  ["boards", []],
  ["boards/none", []],
  ["boardsOf", []],
  ...members.map((caller): [string, readonly Caller[]] => [own(caller), [caller]]),
  [`${own("owner")}/roof`, ["owner"]],
])("%s is read, listened to and asked for by those who may only", async (path, may) => {
  for (const [way, ask] of waysTo(path)) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: it is told which
    const answers = await Promise.all(
      callers.map(async (caller) => ((await ask(personOf(caller))) ? [caller] : [])),
    );
    expect(answers.flat(), way).toEqual(may);
  }
});

test.each(callers)("nothing of a board is written by rules by %s", async (caller) => {
  const person = personOf(caller);
  const before = await serverBackend.getValue("boards");
  const at = (path: string) => ref(person.client.database, path);
  const next = { seq: 5, "cards/a/title/v": `by ${caller}` };
  const overriding = { query: { auth_variable_override: override } };
  const me = person.uid || "nobody";
  const asked: [string, Promise<boolean>][] = [
    ["set", outcome(set(at("boards/roof/cards/a/title/v"), "X"))],
    ["set seq", outcome(set(at("boards/roof/seq"), 5))],
    ["update", outcome(update(at("boards/roof"), next))],
    ["make oneself an owner", outcome(set(at(`boards/roof/members/${me}/role`), "owner"))],
    ["join", outcome(update(at("boards/roof"), { seq: 5, [`members/${me}`]: { role: "owner" } }))],
    ["push", outcome(Promise.resolve(push(at("boards/roof/comments"), card)))],
    ["remove", outcome(remove(at("boards/roof/cards/a")))],
    ["remove all", outcome(remove(at("boards/roof")))],
    ["when the line is lost", outcome(onDisconnect(at("boards/roof/cards/a")).remove())],
    ["transaction", outcome(runTransaction(at("boards/roof/seq"), () => 5))],
    ["new board", outcome(set(at(`boards/${caller}`), { seq: 1, members: { [me]: true } }))],
    ["list of boards", outcome(set(at(`boardsOf/${me}/theirs`), { role: "owner" }))],
    ["PUT", rest(person, "PUT", "boards/roof/seq", { body: 5 })],
    ["PATCH", rest(person, "PATCH", "boards/roof", { body: next })],
    ["PATCH as the server", rest(person, "PATCH", "boards/roof", { body: next, ...overriding })],
    ["POST", rest(person, "POST", "boards/roof/comments", { body: card })],
    ["DELETE", rest(person, "DELETE", "boards/roof/cards/a")],
    ["DELETE as the server", rest(person, "DELETE", "boards/roof", overriding)],
  ];
  const taken = await Promise.all(asked.map(async ([way, done]) => ((await done) ? [way] : [])));
  expect(taken.flat()).toEqual([]);
  expect(await serverBackend.getValue("boards")).toEqual(before);
});

test("removed member: all that they listen to ends with the removal itself, also what it does not change", async () => {
  const board = "boards/left";
  await serverBackend.updateValues({ [board]: boardOf({ owner: "owner", viewer: "viewer" }) });
  const { client, uid } = personOf("viewer");
  const at = (path: string) => ref(client.database, `${board}/${path}`);
  const asked = [
    ...kinds.map((kind) => at(kind)),
    ...kinds.map((kind) => query(at(kind), orderByChild("at"), startAt(1))),
    at("cards/a"),
    at("counts"),
    at(`members/${personOf("owner").uid}`),
    query(at("log"), orderByKey(), limitToLast(2)),
  ];
  const heard: string[] = [];
  const ended = await Promise.all(
    asked.map(
      (one) =>
        new Promise<{ end: Promise<void> }>((begun) => {
          const end = Promise.withResolvers<void>();
          onValue(
            one,
            () => {
              heard.push(String(one));
              begun({ end: end.promise });
            },
            () => end.resolve(),
          );
        }),
    ),
  );
  const before = heard.length;
  await serverBackend.updateInOrder("boards", "left", {
    [`${board}/seq`]: 5,
    [`${board}/members/${uid}`]: null,
    [`boardsOf/${uid}/left`]: null,
  });
  await Promise.all(ended.map(({ end }) => end));
  await serverBackend.updateInOrder("boards", "left", {
    [`${board}/seq`]: 6,
    [`${board}/cards/a/at`]: 9,
  });
  await expect(get(at("cards"))).rejects.toThrow(/permission denied/i);
  expect(heard.slice(before)).toEqual([]);
});

test.each<[string, Record<string, unknown>]>([
  ["of something else", {}],
  [
    "with something that is not for them",
    { "cards/secret": { at: 2, title: { v: "Not for Ben", t: 2, p: 0 } } },
  ],
])(
  "removed member: a stream of events is cancelled by the update that removes them, %s",
  async (_, also) => {
    const board = "boards/streamed";
    await serverBackend.updateValues({ [board]: boardOf({ owner: "owner", member: "member" }) });
    const { uid, token } = personOf("member");
    const search = new URLSearchParams({ ns: "foyer", auth: (await token()) ?? "" });
    const response = await fetch(`${site.origin}/${board}/cards.json?${search}`, {
      headers: { accept: "text/event-stream" },
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toContain("event: put");
    await serverBackend.updateInOrder("boards", "streamed", {
      ...Object.fromEntries(
        Object.entries(also).map(([path, value]) => [`${board}/${path}`, value as DatabaseJson]),
      ),
      [`${board}/seq`]: 5,
      [`${board}/members/${uid}`]: null,
    });
    let rest = "";
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- until the server ends it
      const { value, done } = await reader.read();
      if (done) break;
      rest += value;
    }
    expect(rest).toContain("event: cancel");
    expect(rest).not.toContain("Not for Ben");
  },
);

test("removed member: every open listener ends, and hears nothing after", async () => {
  await using ann = await signUp(createSdkClient(site.origin));
  await using ben = await signUp(createSdkClient(site.origin));
  await serverBackend.updateInOrder("boards", "plan", {
    [`${root}/seq`]: 1,
    [`${root}/members/${ann.uid}`]: { role: "owner" },
    [`${root}/members/${ben.uid}`]: { role: "member" },
    [`${root}/cards/a`]: { at: 1, title: { v: "Roof", t: 1, p: 0 } },
    [`${root}/comments/a`]: { at: 1, text: { v: "Hello", t: 1, p: 0 } },
    [`boardsOf/${ben.uid}/plan`]: { role: "member" },
  });
  const heard: string[] = [];
  const at = (path: string) => ref(ben.database, path);
  /** Resolves once it has begun, to what resolves once the server has ended it. */
  const listen = (begin: (hear: (what: string) => void, end: (error: Error) => void) => void) =>
    new Promise<{ ended: Promise<string> }>((begun) => {
      const ended = Promise.withResolvers<string>();
      const hear = (what: string) => {
        heard.push(what);
        begun({ ended: ended.promise });
      };
      begin(hear, (error) => ended.resolve(error.message));
    });
  const changed = query(at(`${root}/comments`), orderByChild("at"), startAt(1));
  const ends = await Promise.all([
    listen((hear, end) => onValue(at(root), () => hear("board"), end)),
    listen((hear, end) => onValue(at(`${root}/cards`), () => hear("cards"), end)),
    listen((hear, end) => onChildAdded(changed, () => hear("comment"), end)),
    listen((hear, end) => onValue(at(`${root}/seq`), () => hear("seq"), end)),
  ]);
  const mine = Promise.withResolvers<void>();
  onValue(at(`boardsOf/${ben.uid}`), (list) => void (list.exists() || mine.resolve()));
  const before = heard.length;
  const isTaken = await serverBackend.updateInOrder("boards", "plan", {
    [`${root}/seq`]: 2,
    [`${root}/members/${ben.uid}`]: null,
    [`${root}/cards/secret`]: { at: 2, title: { v: "Not for Ben", t: 2, p: 0 } },
    [`${root}/comments/secret`]: { at: 2, text: { v: "Not for Ben", t: 2, p: 0 } },
    [`boardsOf/${ben.uid}/plan`]: null,
  });
  expect(isTaken).toBe(true);
  for (const message of await Promise.all(ends.map(({ ended }) => ended))) {
    expect(message).toMatch(/permission_denied/i);
  }
  // Who left still hears that the board is in their list no more.
  await mine.promise;
  await serverBackend.updateInOrder("boards", "plan", {
    [`${root}/seq`]: 3,
    [`${root}/cards/b`]: { at: 3 },
  });
  await expect(get(at(`${root}/cards`))).rejects.toThrow(/permission denied/i);
  expect(heard.slice(before)).toEqual([]);
});

test("an account cannot be the server of a board, whatever it asks to be judged as", async () => {
  await using ann = await signUp(createSdkClient(site.origin));
  await serverBackend.updateValues({ "boards/own/members": { [ann.uid]: { role: "owner" } } });
  const auth = JSON.stringify({ uid: "foyer-boards", token: { foyerBoard: "own" } });
  const query = `ns=foyer&auth=${await ann.idToken()}&auth_variable_override=${encodeURIComponent(auth)}`;
  const answer = await fetch(`${site.origin}/boards/own.json?${query}`, {
    method: "PATCH",
    body: JSON.stringify({ seq: 1 }),
  });
  expect(answer.status).toBe(401);
  expect((await serverBackend.getValue("boards/own/seq")).value).toBeNull();
});
