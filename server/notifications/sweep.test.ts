import { expect, test } from "vitest";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import { notificationSweep } from "./sweep.ts";

const now = Date.parse("2026-11-22T15:00:00Z");
const dayMs = 86_400_000;
const context = { signal: new AbortController().signal, jobId: "every-sweep", attempt: 1 };

const made = (daysAgo: number, read: boolean) => ({ at: now - daysAgo * dayMs, read, title: "x" });

test("read ones go after a month, unread ones after half a year, and no account keeps more than 500", async () => {
  await using site = await openSite();
  const backend = site.serverBackend;
  const many = Object.fromEntries(
    Array.from({ length: 1200 }, (_one, index) => [`n${index}`, made(1 + index / 100, false)]),
  );
  await backend.updateValues({
    "notifications/ann": {
      fresh: made(1, true),
      old: made(31, true),
      unread: made(179, false),
      ancient: made(181, false),
    },
    "notifications/ben": { ...many, again: made(31, true) },
  });
  const { log } = recordingLog();
  const sweep = notificationSweep({ backend, log, now: () => now });
  expect(await sweep.run({}, context)).toEqual({ deleted: 2 + 701 });
  expect(await backend.getShallow("notifications/ann")).toEqual({ fresh: true, unread: true });
  const left = Object.keys((await backend.getShallow("notifications/ben")) as object);
  expect(left).toHaveLength(500);
  expect(left).toContain("n0");
  expect(left).not.toContain("n500");
  expect(await sweep.run({}, context)).toEqual({ deleted: 0 });
});

test("one account that cannot be read keeps no other from its turn", async () => {
  await using site = await openSite();
  const backend = site.serverBackend;
  await backend.updateValues({ "notifications/ann/a": made(181, false) });
  await backend.updateValues({ "notifications/ben/a": made(181, false) });
  const { log, entries } = recordingLog();
  const broken: typeof backend = {
    ...backend,
    queryValues: (path, query) =>
      path.endsWith("/ann")
        ? Promise.reject(new Error("cannot be read"))
        : backend.queryValues(path, query),
  };
  const sweep = notificationSweep({ backend: broken, log, now: () => now });
  expect(await sweep.run({}, context)).toEqual({ deleted: 1 });
  expect(entries).toMatchObject([{ uid: "ann" }]);
});
