/** Who meets others at the drive's document, in each way in which Firestore says so. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BackendError } from "#lib/server-backend.ts";
import { DriveBusyError, createDriveStore } from "./store.ts";

// Pauses are drawn by lot.
beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

/** Each commit fails with the next of these. */
function storeOf(failures: readonly string[]) {
  const waiting = [...failures];
  let commits = 0;
  let looks = 0;
  const store = createDriveStore({
    backend: {
      async getDocument() {
        looks += 1;
        return null;
      },
      findDocuments: async () => [],
      async commit() {
        commits += 1;
        const status = waiting.shift();
        if (status !== undefined) throw new BackendError(status, "No.");
      },
    },
    now: Date.now,
  });
  const change = () =>
    store.update("ann", async () => ({ result: "done", writes: [{ forget: "a" }] }));
  return { change, commits: () => commits, looks: () => looks };
}

test.each(["FAILED_PRECONDITION", "ALREADY_EXISTS", "ABORTED", "NOT_FOUND"])(
  "after %s the drive is looked at anew",
  async (status) => {
    const { change, commits, looks } = storeOf([status, status]);
    expect(await change()).toBe("done");
    expect([commits(), looks()]).toEqual([3, 3]);
  },
);

test.each(["UNAVAILABLE", "RESOURCE_EXHAUSTED", "PERMISSION_DENIED", "DEADLINE_EXCEEDED"])(
  "after %s nobody knows whether it is written, so it is not written again",
  async (status) => {
    const { change, commits } = storeOf([status]);
    await expect(change()).rejects.toMatchObject({ status });
    expect(commits()).toBe(1);
    expect(await change()).toBe("done");
  },
);

test("who is too late thirty times is told so, and the next one has their turn", async () => {
  const { change, commits } = storeOf(Array.from({ length: 30 }, () => "ABORTED"));
  const [first, second] = await Promise.allSettled([change(), change()]);
  expect(first).toMatchObject({ status: "rejected", reason: expect.any(DriveBusyError) });
  expect(second).toEqual({ status: "fulfilled", value: "done" });
  expect(commits()).toBe(31);
});
