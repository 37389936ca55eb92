import { expect, test } from "vitest";
import { everyChildPage } from "./every-child.ts";
import { BackendError, type DatabaseJson } from "./server-backend.ts";

const keys = Array.from({ length: 1_100 }, (_, at) => `k${String(at).padStart(4, "0")}`);

/** Answers no more than so many children at once. */
const backendWith = (most: number) => ({
  async exportChildren(
    _path: string,
    { after = "", limit }: { after?: string | undefined; limit: number },
  ) {
    if (limit > most) throw new BackendError("INVALID_ARGUMENT", "The value is too large.");
    const some = keys.filter((key) => key > after).slice(0, limit);
    return Object.fromEntries(some.map((key): [string, DatabaseJson] => [key, 1]));
  },
});

async function read(most: number): Promise<string[]> {
  const found: string[] = [];
  for await (const page of everyChildPage(backendWith(most), "a")) {
    found.push(...page.map(([key]) => key));
  }
  return found;
}

test("children that are too large to be read together are read in smaller pages, each once", async () => {
  expect(await read(500)).toEqual(keys);
  expect(await read(30)).toEqual(keys);
  expect(await read(1)).toEqual(keys);
});

test("one that cannot be read alone is an error", async () => {
  await expect(read(0)).rejects.toThrow("too large");
});
