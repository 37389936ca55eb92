/** A link that several servers count, in each way in which Firestore says that another one was faster. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PlainFields } from "#lib/firestore-value.ts";
import { BackendError, type StoredDocument, type Write } from "#lib/server-backend.ts";
import { createLinkAdmission } from "./link-admission.ts";
import { pathOfLink } from "./link-record.ts";

// Pauses are drawn by lot.
beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

const token = "q".repeat(28);

/** One document, and other servers that do `meanwhile` before each commit. */
function shared(limit: number, meanwhile: (stored: { current: StoredDocument | null }) => void) {
  const data = {
    owner: "ann",
    node: "n",
    kind: "file",
    createdAt: 0,
    expiresAt: null,
    password: null,
    limit,
    downloads: 0,
    views: 0,
    keepPlaces: true,
    showName: false,
    log: [],
  };
  const times = { createTime: "0", updateTime: "0" };
  const stored: { current: StoredDocument | null } = {
    current: { path: pathOfLink(token), id: token, data, ...times },
  };
  let commits = 0;
  const admission = createLinkAdmission({
    getDocument: async () => stored.current,
    async commit([write]: Write[]) {
      commits += 1;
      meanwhile(stored);
      const { current } = stored;
      if (current === null) throw new BackendError("NOT_FOUND", "No document.");
      if (!write || !("update" in write)) throw new Error("What else?");
      if (JSON.stringify(write.when) !== JSON.stringify({ updateTime: current.updateTime })) {
        throw new BackendError("FAILED_PRECONDITION", "Another one was faster.");
      }
      stored.current = {
        ...current,
        data: { ...current.data, ...(write.data as PlainFields) },
        updateTime: String(Number(current.updateTime) + 1),
      };
    },
  });
  const press = () =>
    admission.admit(token, { why: () => undefined, counts: "download", entry: undefined });
  return { press, stored, commits: () => commits };
}

function counted(stored: { current: StoredDocument | null }): void {
  const { current } = stored;
  if (current === null) return;
  const downloads = Number(current.data["downloads"]) + 1;
  const updateTime = `${Number(current.updateTime) + 1}`;
  stored.current = { ...current, data: { ...current.data, downloads }, updateTime };
}

test("what others counted meanwhile counts, and no more come in than the limit says", async () => {
  let others = 2;
  const { press, stored } = shared(3, (at) => {
    if (others-- > 0) counted(at);
  });
  const outcomes = await Promise.all(Array.from({ length: 5 }, press));
  expect(outcomes.toSorted()).toEqual(["in", "used-up", "used-up", "used-up", "used-up"]);
  expect(stored.current?.data["downloads"]).toBe(3);
});

test("who is told that there was too much at once looks again", async () => {
  let left = 2;
  const { press, commits } = shared(1, () => {
    if (left-- > 0) throw new BackendError("ABORTED", "Too much contention on these documents.");
  });
  expect(await press()).toBe("in");
  expect(commits()).toBe(3);
  expect(await press()).toBe("used-up");
});

test("a link that is revoked in that moment lets nobody in", async () => {
  const { press, commits } = shared(3, (stored) => {
    stored.current = null;
  });
  expect(await press()).toBe("gone");
  expect(commits()).toBe(1);
});

test("where nobody knows whether it was counted, nobody comes in and nothing is counted again", async () => {
  let isDown = true;
  const { press, commits, stored } = shared(1, (at) => {
    if (!isDown) return;
    isDown = false;
    counted(at);
    throw new BackendError("UNAVAILABLE", "No answer.");
  });
  await expect(press()).rejects.toMatchObject({ status: "UNAVAILABLE" });
  expect(commits()).toBe(1);
  expect(await press()).toBe("used-up");
  expect(stored.current?.data["downloads"]).toBe(1);
});
