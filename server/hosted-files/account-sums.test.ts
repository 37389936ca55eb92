import { afterAll, beforeAll, expect, test } from "vitest";
import type { Write } from "#lib/server-backend.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { createAccountChanges, movedSums, readSums } from "./account-sums.ts";
import type { AccountSums } from "./account-sums.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

function openChanges() {
  const counted = { commits: 0 };
  const changes = createAccountChanges(
    {
      getDocument: (path) => site.serverBackend.getDocument(path),
      commit(writes) {
        counted.commits += 1;
        return site.serverBackend.commit(writes);
      },
    },
    0,
  );
  return { changes, counted };
}

const reserved = (sums: AccountSums) => movedSums(sums, 10, null, "open");

async function sumsOf(uid: string): Promise<AccountSums> {
  return readSums((await site.serverBackend.getDocument(`storageUsage/${uid}`))?.data);
}

test("what waits for an account goes into one commit, in its order", async () => {
  const { changes, counted } = openChanges();
  const order: number[] = [];
  const asked = Array.from({ length: 30 }, (_, index) =>
    changes.change("together", (sums) => {
      order.push(index);
      // No room for more than 20.
      return sums.open === 20 ? undefined : { sums: reserved(sums), writes: [] };
    }),
  );
  const done = await Promise.all(asked);
  expect(done.filter(Boolean)).toHaveLength(20);
  expect(done.slice(0, 20).every(Boolean)).toBe(true);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(await sumsOf("together")).toMatchObject({ open: 20, reservedBytes: 200 });
  expect(counted.commits).toBeLessThanOrEqual(2);
});

test("one that can never be done keeps none of the others back, and is told so", async () => {
  const { changes } = openChanges();
  const impossible: Write = { update: "nothing/there", data: {}, when: { exists: true } };
  const asked = [[], [], [impossible], [], []].map((writes) =>
    changes.change("mixed", (sums) => ({ sums: reserved(sums), writes })),
  );
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
  await expect(asked[2]).rejects.toMatchObject({ status: "UNAVAILABLE" });
  expect(await sumsOf("mixed")).toMatchObject({ open: 4, reservedBytes: 40 });
  expect(await site.serverBackend.getDocument("nothing/there")).toBeNull();
});

test("what servers do at the same time is all in the sums", async () => {
  const servers = [openChanges(), openChanges(), openChanges()];
  const asked = Array.from({ length: 60 }, (_, index) =>
    servers[index % 3]!.changes.change("apart", (sums) => ({ sums: reserved(sums), writes: [] })),
  );
  expect((await Promise.all(asked)).every(Boolean)).toBe(true);
  expect(await sumsOf("apart")).toMatchObject({ open: 60, reservedBytes: 600 });
});
