import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assertBoard } from "#lib/boards/testing/assert-board.ts";
import type { LogEntry } from "#lib/boards/judge-input.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { hostedBackendOf, serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";
import { type OpenPeople, openPeople, placesOf } from "./testing/open-people.ts";

let site: ServedSite;
let backend: ServerBackend;
let room: OpenPeople;
const { log } = recordingLog();
let nowMs = Date.now();
const now = () => nowMs;
const all = ["ann", "ben", "cat", "dan"];

beforeAll(async () => {
  site = await serveSite();
  backend = site.serverBackend;
  room = openPeople({ backend, log, now });
});
afterAll(async () => site[Symbol.asyncDispose]());

const valueAt = async (path: string) => (await backend.getValue(path)).value;

async function makeBoard(owner = "ann"): Promise<string> {
  const made = await room.boards.create(owner, { name: "House", colour: "red", zone: "UTC" });
  if (typeof made === "string" || "fault" in made) throw new Error("No board was made.");
  return made.board;
}

/** By a link, as anybody comes in. */
async function letIn(board: string, uid: string, role: "member" | "viewer"): Promise<void> {
  const link = await room.invites.makeLink("ann", board, { role, days: 1, uses: 1 });
  if (typeof link === "string") throw new Error(link);
  nowMs += 1;
  expect(await room.joining.join(uid, link.secret)).toEqual({ board });
}

async function lastActs(board: string): Promise<unknown> {
  const log = (await valueAt(`boards/${board}/log`)) as unknown as Record<string, LogEntry>;
  assertBoard(await valueAt(`boards/${board}`));
  const { by, acts } = Object.values(log).at(-1)!;
  return { by, acts };
}

async function expectSame(board: string, roles: Record<string, string>): Promise<void> {
  expect(await placesOf(backend, board, all)).toEqual({
    members: roles,
    documents: roles,
    lists: roles,
  });
}

test("a role is the same in all three places, and stands in the log", async () => {
  const board = await makeBoard();
  await letIn(board, "ben", "viewer");
  expect(await lastActs(board)).toEqual({
    by: "ben",
    acts: [{ k: "join", who: "ben", role: "viewer" }],
  });
  expect(await room.members.setRole("ann", board, { uid: "ben", role: "owner" })).toBe("done");
  await expectSame(board, { ann: "owner", ben: "owner" });
  expect(await lastActs(board)).toEqual({
    by: "ann",
    acts: [{ k: "role", who: "ben", role: "owner" }],
  });
  const seq = await valueAt(`boards/${board}/seq`);
  expect(await room.members.setRole("ann", board, { uid: "ben", role: "owner" })).toBe("done");
  expect(await valueAt(`boards/${board}/seq`)).toBe(seq);
});

test("the last owner neither leaves nor steps down, nor is removed by themselves", async () => {
  const board = await makeBoard();
  await letIn(board, "ben", "member");
  const { members } = room;
  expect(await members.leave("ann", board)).toBe("last-owner");
  expect(await members.remove("ann", board, "ann")).toBe("last-owner");
  expect(await members.setRole("ann", board, { uid: "ann", role: "member" })).toBe("last-owner");
  await members.setRole("ann", board, { uid: "ben", role: "owner" });
  expect(await members.leave("ann", board)).toBe("done");
  await expectSame(board, { ben: "owner" });
  expect(await lastActs(board)).toEqual({
    by: "ann",
    acts: [{ k: "leave", who: "ann", role: "owner" }],
  });
});

test("of two owners who leave on two servers at once one stays", async () => {
  const board = await makeBoard();
  await letIn(board, "ben", "member");
  await room.members.setRole("ann", board, { uid: "ben", role: "owner" });
  const far = openPeople({ backend: await hostedBackendOf(site), log, now });
  const said = await Promise.all([
    room.members.leave("ann", board),
    far.members.leave("ben", board),
  ]);
  expect(said.toSorted()).toEqual(["done", "last-owner"]);
  const stays = said[0] === "done" ? "ben" : "ann";
  await expectSame(board, { [stays]: "owner" });
});

test("members and viewers change nobody, and for others there is no board", async () => {
  const board = await makeBoard();
  await letIn(board, "ben", "member");
  await letIn(board, "cat", "viewer");
  const { members } = room;
  for (const [uid, said] of [
    ["ben", "not-owner"],
    ["cat", "not-owner"],
    ["dan", "no-such-board"],
    ["a/../ann", "no-such-board"],
    ["__proto__", "no-such-board"],
  ] as const) {
    // oxlint-disable no-await-in-loop
    expect(await members.setRole(uid, board, { uid: "ben", role: "owner" })).toBe(said);
    expect(await members.remove(uid, board, "ann")).toBe(said);
    expect(await members.end(uid, board, "House")).toBe(said);
    // oxlint-enable no-await-in-loop
  }
  expect(await members.leave("dan", board)).toBe("no-such-board");
  expect(await members.setRole("ann", board, { uid: "dan", role: "member" })).toBe(
    "no-such-member",
  );
  expect(await members.setRole("ann", board, { uid: "x/role", role: "member" })).toBe(
    "no-such-member",
  );
  expect(await members.remove("ann", board, "ben/role")).toBe("done");
  await expectSame(board, { ann: "owner", ben: "member", cat: "viewer" });
});

test("who is removed is in no place any more, and links of before do not let them in again", async () => {
  const board = await makeBoard();
  const link = await room.invites.makeLink("ann", board, { role: "member", days: 7, uses: 9 });
  if (typeof link === "string") throw new Error(link);
  await room.joining.join("ben", link.secret);
  await room.joining.join("cat", link.secret);
  expect(await room.members.remove("ann", board, "ben")).toBe("done");
  expect(await room.members.remove("ann", board, "ben")).toBe("done");
  await expectSame(board, { ann: "owner", cat: "member" });
  expect(await lastActs(board)).toEqual({
    by: "ann",
    acts: [{ k: "remove", who: "ben", role: "member" }],
  });
  expect(await room.joining.look("ben", link.secret)).toBe("no-such-invite");
  expect(await room.joining.join("ben", link.secret)).toBe("no-such-invite");
  // Who went of their own accord may come back.
  await room.members.leave("cat", board);
  expect(await room.joining.join("cat", link.secret)).toEqual({ board });
  // As may who is asked anew.
  await letIn(board, "ben", "viewer");
  await expectSame(board, { ann: "owner", ben: "viewer", cat: "member" });
});

test("who is removed does not come in again by an invite that is open, in the very moment either", async () => {
  const board = await makeBoard();
  const email = "eve@example.com";
  const { uid } = await backend.createAccount({ email, emailVerified: true });
  await letIn(board, uid, "member");
  expect(await room.invites.toAddress("ann", board, { email, role: "member" })).toBe("done");
  const id = createHash("sha256").update(`${board} ${email}`).digest("hex");
  const said: unknown[] = [];
  const slow = openPeople({
    backend: {
      ...backend,
      async updateInOrder(kind, of, values) {
        const isTaken = await backend.updateInOrder(kind, of, values);
        // She hears of it before the server goes on.
        said.push(await room.joining.accept(uid, id));
        return isTaken;
      },
    },
    log,
    now,
  });
  expect(await slow.members.remove("ann", board, uid)).toBe("done");
  expect(said).toEqual(["no-such-invite"]);
  await expectSame(board, { ann: "owner" });
});

test("who may only look now does not come in again as a member by the link of before", async () => {
  const board = await makeBoard();
  const link = await room.invites.makeLink("ann", board, { role: "member", days: 7, uses: 9 });
  if (typeof link === "string") throw new Error(link);
  await room.joining.join("ben", link.secret);
  expect(await room.members.setRole("ann", board, { uid: "ben", role: "viewer" })).toBe("done");
  await room.members.leave("ben", board);
  expect(await room.joining.join("ben", link.secret)).toBe("no-such-invite");
  await expectSame(board, { ann: "owner" });
});

test("what an owner invited is open no more once they are none", async () => {
  const board = await makeBoard();
  await letIn(board, "ben", "member");
  await room.members.setRole("ann", board, { uid: "ben", role: "owner" });
  const made = () => room.invites.makeLink("ben", board, { role: "member", days: 7, uses: 9 });
  const link = await made();
  if (typeof link === "string") throw new Error(link);
  await room.members.setRole("ann", board, { uid: "ben", role: "member" });
  expect(await room.joining.join("dan", link.secret)).toBe("no-such-invite");
  expect(await made()).toBe("not-owner");
  expect(await room.invites.list("ann", board)).toEqual([]);
  // Nor does it open again with the role.
  await room.members.setRole("ann", board, { uid: "ben", role: "owner" });
  expect(await room.joining.join("dan", link.secret)).toBe("no-such-invite");
});

test("nobody is made an owner of more than 20 boards", async () => {
  const board = await makeBoard();
  await letIn(board, "dan", "member");
  for (let count = 0; count < 20; count += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await makeBoard("dan");
  }
  expect(await room.members.setRole("ann", board, { uid: "dan", role: "owner" })).toBe(
    "too-many-boards",
  );
});

test("a board goes when its name is said: nobody belongs to it at once, and the job takes the rest", async () => {
  const board = await makeBoard();
  await letIn(board, "ben", "member");
  await room.invites.toAddress("ann", board, { email: "x@example.com", role: "member" });
  const file = `boards/${board}/f/plan.txt`;
  await backend.putObject(file, new Uint8Array(2), { contentType: "text/plain" });
  await backend.commit([
    { set: `boardLogs/${board}_1`, data: { board } },
    { set: `publicBoards/${board}slug`, data: { board } },
  ]);
  expect(await room.members.end("ben", board, "House")).toBe("not-owner");
  expect(await room.members.end("ann", board, "house")).toBe("wrong-name");
  await expectSame(board, { ann: "owner", ben: "member" });
  expect(await room.members.end("ann", board, " House ")).toBe("done");
  await expectSame(board, {});
  expect(await room.members.end("ann", board, "House")).toBe("no-such-board");
  nowMs += 61_000;
  await room.jobs.runDue();
  expect(await valueAt(`boards/${board}`)).toBeNull();
  expect(await backend.getObject(file)).toBeNull();
  for (const collection of ["boardLogs", "publicBoards", "boardInvites"]) {
    // oxlint-disable-next-line no-await-in-loop
    const left = await backend.findDocuments(collection, { where: { board }, limit: 1 });
    expect(left).toEqual([]);
  }
});

test("what a large board has goes in pieces, the rest of it last", async () => {
  const written: string[][] = [];
  const far = openPeople({
    backend: {
      ...backend,
      updateValues: (values) => (written.push(Object.keys(values)), backend.updateValues(values)),
    },
    log,
    now,
  });
  const board = await makeBoard();
  const root = `boards/${board}`;
  const [cards, entries] = [1_200, 700].map((count) =>
    Array.from({ length: count }, (_, at) => at),
  );
  await backend.updateValues({
    [`${root}/members`]: null,
    ...Object.fromEntries(cards!.map((at) => [`${root}/cards/c${at}`, { at, number: at }])),
    ...Object.fromEntries(entries!.map((at) => [`${root}/log/s${at}`, { at }])),
  });
  await far.end.erase(board);
  expect(await valueAt(root)).toBeNull();
  expect(Math.max(...written.map((paths) => paths.length))).toBeLessThanOrEqual(500);
  expect(written.flat().length).toBeGreaterThan(1_900);
  expect(written.at(-1)).toEqual([root]);
});

test("the job of a board that was not deleted in the end erases nothing", async () => {
  const board = await makeBoard();
  await room.end.erase(board);
  await expectSame(board, { ann: "owner" });
  expect(await valueAt(`boards/${board}/seq`)).toBe(1);
});

test("when an account ends its only owner's board passes to the member who is there longest", async () => {
  const board = await makeBoard();
  await letIn(board, "cat", "viewer");
  await letIn(board, "ben", "member");
  await letIn(board, "dan", "member");
  expect(await room.members.accountEnds("ann", board)).toBe("passed");
  expect(await lastActs(board)).toEqual({
    by: "ann",
    acts: [
      { k: "leave", who: "ann", role: "owner" },
      { k: "role", who: "ben", role: "owner" },
    ],
  });
  await expectSame(board, { ben: "owner", cat: "viewer", dan: "member" });
  expect(await room.members.accountEnds("ann", board)).toBe("left");
  expect(await room.members.accountEnds("dan", board)).toBe("left");
  expect(await room.members.accountEnds("ben", board)).toBe("passed");
  await expectSame(board, { cat: "owner" });
  expect(await room.members.accountEnds("cat", board)).toBe("gone");
  expect(await valueAt(`boards/${board}`)).toBeNull();
  await expectSame(board, {});
});
