import { afterAll, beforeAll, expect, test } from "vitest";
import { assertBoard } from "#lib/boards/testing/assert-board.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { hostedBackendOf, serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";
import { type OpenPeople, openPeople, placesOf } from "./testing/open-people.ts";

let site: ServedSite;
let backend: ServerBackend;
let room: OpenPeople;
let nowMs = Date.now();
const { log } = recordingLog();

beforeAll(async () => {
  site = await serveSite();
  backend = await hostedBackendOf(site);
  room = openPeople({ backend, log, now: () => nowMs });
});
afterAll(async () => site[Symbol.asyncDispose]());

async function makeBoard(owner: string, name = "House"): Promise<string> {
  const made = await room.boards.create(owner, { name, colour: "red", zone: "UTC" });
  if (typeof made === "string" || "fault" in made) throw new Error("No board was made.");
  return made.board;
}

const valueAt = async (path: string) => (await backend.getValue(path)).value;

test("somebody's boards are listed by name, and a new name is in the list at once", async () => {
  const [b, a] = [await makeBoard("ann", "B"), await makeBoard("ann", "A")];
  const listed = await room.ownBoards.list("ann");
  expect(listed).toEqual([
    { id: a, role: "owner", name: "A", colour: "red", at: nowMs },
    { id: b, role: "owner", name: "B", colour: "red", at: nowMs },
  ]);
  const { t } = (await valueAt(`boards/${a}/board/board/name`)) as { t: number };
  const name = { "board/board/name": { v: "Z", t: t + 1, p: t } };
  expect(await room.boards.change("ann", a, name)).toBe("taken");
  expect((await room.ownBoards.list("ann")).map((one) => one.name)).toEqual(["B", "Z"]);
  expect(await room.ownBoards.list("nobody")).toEqual([]);
  expect(await room.ownBoards.list("a.b")).toEqual([]);
});

test("a list that says something else than the board is mended, and the board's order holds", async () => {
  const board = await makeBoard("bob");
  await backend.updateValues({ [`boardsOf/bob/${board}`]: null });
  nowMs = Date.now() + 120_000;
  expect(await room.ownBoards.list("bob")).toMatchObject([{ id: board, role: "owner" }]);
  await backend.updateValues({ [`boardsOf/bob/${board}/role`]: "viewer" });
  expect(await room.ownBoards.list("bob")).toMatchObject([{ id: board, role: "owner" }]);
  await backend.commit([{ delete: `memberships/boards_${board}_bob` }]);
  expect(await room.ownBoards.list("bob")).toMatchObject([{ id: board, role: "owner" }]);
  const roles = { bob: "owner" };
  expect(await placesOf(backend, board, ["bob"])).toEqual({
    members: roles,
    documents: roles,
    lists: roles,
  });
  assertBoard(await valueAt(`boards/${board}`));
});

test("who is called otherwise now is so on their boards once they look at their list", async () => {
  const board = await makeBoard("flo");
  await backend.putValue("users/flo/name", "Flo");
  nowMs = Date.now() + 120_000;
  await room.ownBoards.list("flo");
  expect(await valueAt(`boards/${board}/members/flo/name`)).toBe("Flo");
  assertBoard(await valueAt(`boards/${board}`));
  const seq = await valueAt(`boards/${board}/seq`);
  nowMs += 120_000;
  await room.ownBoards.list("flo");
  expect(await valueAt(`boards/${board}/seq`)).toBe(seq);
});

test("what is left of a board that is gone, or of a membership that ended, goes from the list", async () => {
  const board = await makeBoard("cat");
  const gone = "a".repeat(20);
  await backend.updateValues({
    [`boardsOf/dan/${board}`]: { role: "member", name: "House", colour: "", at: 1 },
    [`boardsOf/dan/${gone}`]: { role: "owner", name: "Gone", colour: "", at: 1 },
  });
  const data = { kind: "boards", id: board, uid: "dan", role: "member" };
  await backend.commit([{ set: `memberships/boards_${board}_dan`, data }]);
  nowMs = Date.now() + 120_000;
  // One list of the two is as wrong as the other, and says the same.
  await room.ownBoards.repair(board);
  expect(await room.ownBoards.list("dan")).toEqual([]);
  expect(await valueAt("boardsOf/dan")).toBeNull();
  expect(await backend.getDocument(`memberships/boards_${board}_dan`)).toBeNull();
  expect(await room.ownBoards.list("cat")).toHaveLength(1);
});

test("a board without members is erased by its repair, but one that is just being made is not", async () => {
  const board = await makeBoard("eve");
  nowMs = Date.now();
  const half = "b".repeat(20);
  const data = { kind: "boards", id: half, uid: "eve", role: "owner" };
  await backend.commit([{ set: `memberships/boards_${half}_eve`, data }]);
  await room.ownBoards.repair(half);
  expect(await room.ownBoards.list("eve")).toMatchObject([{ id: board }]);
  expect(await backend.getDocument(`memberships/boards_${half}_eve`)).not.toBeNull();
  nowMs += 120_000;
  await room.ownBoards.repair(half);
  expect(await backend.getDocument(`memberships/boards_${half}_eve`)).toBeNull();
  await backend.updateValues({ [`boards/${board}/members`]: null });
  await room.ownBoards.repair(board);
  expect(await valueAt(`boards/${board}`)).toBeNull();
  expect(await room.ownBoards.list("eve")).toEqual([]);
});
