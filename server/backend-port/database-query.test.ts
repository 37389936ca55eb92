import { expect, test } from "vitest";
import { openSite } from "../../tests/support/site.ts";
import { hostedBackendOf, serveSite } from "../../tests/support/served-site.ts";
import type { DatabaseQuery } from "#lib/server-backend.ts";

const people = {
  a: { sortName: "zoe", verified: true, role: "user", n: 2 },
  b: { sortName: "ann", verified: false, role: "user" },
  c: { sortName: "mia", verified: true, role: "admin", n: 10 },
  d: { sortName: "ann", verified: true, role: "user", n: 1 },
  "7": { verified: true, role: "user" },
};

test("children come in the asked order, forward and backward, page by page, in the process and over the network", async () => {
  await using site = await serveSite();
  const hosted = await hostedBackendOf(site);
  await hosted.putValue("directory", people);
  for (const backend of [site.serverBackend, hosted]) {
    const keys = async (query: Omit<DatabaseQuery, "limit"> & { limit?: number }) =>
      (await backend.queryValues("directory", { limit: 10, ...query }))
        .map(([key]) => key)
        .join("");
    const orderBy = "sortName";
    expect(await keys({ orderBy })).toBe("7bdca");
    expect(await keys({ orderBy, last: true })).toBe("acdb7");
    expect(await keys({ orderBy, limit: 2 })).toBe("7b");
    expect(await keys({ orderBy, limit: 2, last: true })).toBe("ac");
    expect(await keys({ orderBy, startAfter: { value: null, key: "7" }, limit: 2 })).toBe("bd");
    expect(await keys({ orderBy, startAfter: { value: "ann", key: "b" } })).toBe("dca");
    expect(await keys({ orderBy, endBefore: { value: "ann", key: "d" }, last: true })).toBe("b7");
    expect(await keys({ orderBy, startAt: "ann", endAt: "ann\uf8ff" })).toBe("bd");
    expect(await keys({ orderBy, startAt: "b" })).toBe("ca");
    expect(await keys({ orderBy, equalTo: "ann", last: true })).toBe("db");
    expect(await keys({ orderBy, equalTo: "ann", startAfter: { value: "ann", key: "b" } })).toBe(
      "d",
    );
    const verified = { orderBy: "verified", equalTo: true };
    expect(await keys(verified)).toBe("7acd");
    expect(await keys({ ...verified, endBefore: { value: true, key: "c" }, last: true })).toBe(
      "a7",
    );
    expect(await keys({ orderBy: "$key" })).toBe("7abcd");
    expect(await keys({ orderBy: "$key", last: true, limit: 2 })).toBe("dc");
    expect(await keys({ orderBy: "$key", endBefore: { value: null, key: "c" }, last: true })).toBe(
      "ba7",
    );
    expect(await keys({ orderBy: "$key", startAfter: { value: null, key: "a" }, limit: 1 })).toBe(
      "b",
    );
    expect(await backend.queryValues("directory/none", { orderBy: "$key", limit: 1 })).toEqual([]);
    await expect(keys({ orderBy: "n" })).rejects.toMatchObject({ status: "INVALID_ARGUMENT" });
  }
});

test("documents come in the order of a field, up to a value, page by page", async () => {
  await using site = await openSite();
  const documents = { a: "2026-03-01", b: "2026-01-01", c: "2026-02-01", d: "2026-01-01", e: null };
  await site.serverBackend.commit(
    Object.entries(documents).map(([id, dueAt]) => ({
      set: `jobs/${id}`,
      data: { dueAt, createdAt: dueAt, state: id < "c" ? "done" : "failed" },
    })),
  );
  const find = async (query: Parameters<typeof site.serverBackend.findDocuments>[1]) =>
    (await site.serverBackend.findDocuments("jobs", query)).map(({ id }) => id).join("");
  const field = "dueAt";
  expect(await find({ order: { field, upTo: "2026-02-01" }, limit: 10 })).toBe("bdc");
  expect(await find({ order: { field, upTo: "9" }, limit: 2 })).toBe("bd");
  const after = { value: "2026-01-01", id: "b" };
  expect(await find({ order: { field, upTo: "9", after }, limit: 10 })).toBe("dca");
  expect(await find({ order: { field, descending: true }, limit: 4 })).toBe("acdb");
  const created = { field: "createdAt", descending: true };
  expect(await find({ where: { state: "failed" }, order: created, limit: 10 })).toBe("cde");
});
