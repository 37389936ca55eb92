import { afterAll, beforeAll, expect, test } from "vitest";
import { foldText } from "#lib/fold-text.ts";
import type { DatabaseJson, DatabaseQuery } from "#lib/server-backend.ts";
import type { UserPage, UserQuery } from "#lib/user-admin.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { CursorError, listUsers } from "./list-users.ts";

const count = 640;
const byName: UserQuery = { sort: "name", descending: false };

let site: Site;
let asked: { query: DatabaseQuery; rows: number }[] = [];
beforeAll(async () => {
  site = await openSite();
  const rows = Array.from({ length: count }, (_, at) => {
    const name = at === 300 ? "Zoë Ångström" : `Person ${String(at % 90).padStart(2, "0")}`;
    const email = `p${at}@example.com`;
    return [
      `directory/uid${at}`,
      {
        name,
        email,
        sortName: foldText(name),
        sortLastName: foldText(name).split(" ")[1] ?? null,
        sortEmail: email,
        role: at % 320 === 1 ? "admin" : at % 10 === 2 ? "editor" : "user",
        disabled: at % 200 === 3,
        verified: at % 10 === 0,
        secondFactor: false,
        createdAt: new Date(1_700_000_000_000 + (at % 7) * 1000).toISOString(),
        ...(at % 4 !== 0 && { lastSeenAt: new Date(1_750_000_000_000 + at).toISOString() }),
        ...(at === 77 && { deletionAt: "2026-12-24T00:00:00.000Z" }),
      } satisfies DatabaseJson,
    ] as const;
  });
  await site.serverBackend.updateValues(Object.fromEntries(rows));
});
afterAll(() => site[Symbol.asyncDispose]());

async function list(query: UserQuery): Promise<UserPage> {
  asked = [];
  const { serverBackend } = site;
  return listUsers(
    {
      getValue: (path) => serverBackend.getValue(path),
      async queryValues(path, query) {
        const found = await serverBackend.queryValues(path, query);
        asked.push({ query, rows: found.length });
        return found;
      },
    },
    query,
  );
}

async function everyUid(query: UserQuery): Promise<string[]> {
  const uids: string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 40; pages += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const page = await list({ ...query, cursor });
    uids.push(...page.rows.map(({ uid }) => uid));
    if (page.next === null) return uids;
    cursor = page.next;
  }
  throw new Error("The pages have no end.");
}

test.each(["name", "email", "created", "seen"] as const)(
  "by %s each account is on one page, in both directions, though many have the same value or none",
  async (sort) => {
    const up = await everyUid({ sort, descending: false });
    expect(up).toHaveLength(count);
    expect(new Set(up).size).toBe(count);
    expect(await everyUid({ sort, descending: true })).toEqual(up.toReversed());
  },
);

test("a page of all accounts costs one query of 51 rows", async () => {
  const { rows, next } = await list({ ...byName, cursor: (await list(byName)).next ?? "" });
  expect(rows).toHaveLength(50);
  expect(next).not.toBeNull();
  expect(asked).toMatchObject([{ rows: 51 }]);
});

test("a search finds what a name, a last name or an address begins with, without marks and capitals, and a whole uid", async () => {
  const found = async (search: string) =>
    (await list({ ...byName, search })).rows.map(({ uid }) => uid);
  for (const search of ["zoe", "ZOË  ang", "  zöe", "p300@", "uid300"]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await found(search), search).toEqual(["uid300"]);
  }
  expect(await found("Angs")).toEqual(["uid300"]);
  expect(await found("ngs")).toEqual([]);
  expect(await found("p30")).toEqual(expect.arrayContaining(["uid30", "uid300", "uid309"]));
  expect(await found('uid300/../"')).toEqual([]);
  const many = await list({ ...byName, search: "p" });
  expect(many).toMatchObject({ isCut: true });
  expect(many.rows).toHaveLength(50);
});

test("a filter that finds few reads only those, one that finds many looks on from page to page", async () => {
  const few = await list({ ...byName, role: "admin" });
  expect(few.rows.map(({ uid }) => uid)).toEqual(["uid1", "uid321"]);
  expect(asked).toMatchObject([{ rows: 2 }]);
  expect((await list({ ...byName, state: "leaving" })).rows).toMatchObject([{ uid: "uid77" }]);
  expect(await everyUid({ ...byName, state: "disabled" })).toHaveLength(4);
  expect(await everyUid({ ...byName, state: "unverified" })).toHaveLength(576);
  expect(await everyUid({ sort: "seen", descending: true, role: "user" })).toHaveLength(574);
  expect(await everyUid({ ...byName, role: "editor", state: "unverified" })).toHaveLength(64);
  expect(await everyUid({ ...byName, search: "p", role: "admin" })).toEqual(["uid1", "uid321"]);
});

test.each(["x", "W10", Buffer.from('["a",5]').toString("base64url"), "bnVsbA"])(
  "the mark %s of no page is refused",
  async (cursor) => {
    await expect(list({ ...byName, cursor })).rejects.toThrow(CursorError);
  },
);
