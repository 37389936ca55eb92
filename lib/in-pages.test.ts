import { expect, test } from "vitest";
import { documentsIn, inPages, pickEach } from "./in-pages.ts";
import { BackendError } from "./server-backend.ts";
import type { StoredDocument } from "./server-backend.ts";

const all = Array.from({ length: 450 }, (_, at): StoredDocument => {
  const id = String(at).padStart(3, "0");
  return { path: `a/${id}`, id, data: { at }, createTime: "", updateTime: "" };
});

/** A backend that answers with so many at most. */
function backendOf(mostAtOnce: number) {
  const asked: number[] = [];
  return {
    asked,
    async findDocuments(_collection: string, query: { after?: string | undefined; limit: number }) {
      asked.push(query.limit);
      if (query.limit > mostAtOnce) throw new BackendError("RESOURCE_EXHAUSTED", "Too large.");
      const start = all.findIndex(({ id }) => id > (query.after ?? ""));
      return start < 0 ? [] : all.slice(start, start + query.limit);
    },
  };
}

test("all are read, in pages, and in smaller ones where the backend refuses", async () => {
  const usual = backendOf(1000);
  expect(await pickEach(usual, { collection: "a", most: 1000 }, ({ data }) => data)).toHaveLength(
    450,
  );
  expect(usual.asked).toEqual([200, 200, 200]);
  const narrow = backendOf(60);
  const found: string[] = [];
  for await (const { path } of documentsIn(narrow, { collection: "a" })) found.push(path);
  expect(found).toEqual(all.map(({ path }) => path));
  expect(narrow.asked.slice(0, 3)).toEqual([200, 50, 50]);
});

test("no more is read than is wanted, and no page is empty", async () => {
  const backend = backendOf(1000);
  const ids = await pickEach(backend, { collection: "a", most: 3 }, ({ id }) => id);
  expect([ids, backend.asked]).toEqual([["000", "001", "002"], [200]]);
  const pages: number[] = [];
  for await (const page of inPages(async () => [])) pages.push(page.length);
  expect(pages).toEqual([]);
});

test("what even one at a time does not help, and any other refusal, is thrown", async () => {
  await expect(pickEach(backendOf(0), { collection: "a", most: 9 }, () => 1)).rejects.toMatchObject(
    {
      status: "RESOURCE_EXHAUSTED",
    },
  );
  const down = inPages(() => Promise.reject(new BackendError("UNAVAILABLE", "down")));
  await expect(down.next()).rejects.toMatchObject({ status: "UNAVAILABLE" });
});
