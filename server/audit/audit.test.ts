import { expect, test } from "vitest";
import { openSite } from "../../tests/support/site.ts";
import { createAudit } from "./audit.ts";
import { sweepAudit } from "./sweep-audit.ts";

const start = Date.parse("2026-03-01T12:00:00.000Z");
const second = 1000;

test("entries are listed newest first, page by page, by who did what to whom and when", async () => {
  await using site = await openSite();
  const clock = { ms: start };
  const audit = createAudit({
    backend: site.serverBackend,
    now: () => clock.ms,
    newId: () => crypto.randomUUID(),
  });
  const ids: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    // The clock stands still now and then, and once goes back.
    clock.ms = start + (index === 7 ? 5 : index - (index % 2)) * second;
    const entry = {
      actor: index % 3 === 0 ? "cli" : "boss",
      action: index < 6 ? ("user.disable" as const) : ("tokens.grant" as const),
      ...(index % 2 === 0 && { target: "ann" }),
      details: { index, reason: "x".repeat(600) },
      undoes: ids.at(-1),
    };
    ids.push(await audit.add(entry));
  }
  const newest = ids.toReversed();
  expect(newest.toSorted((a, b) => (a < b ? 1 : -1))).toEqual(newest);
  const first = await audit.list({ limit: 5 });
  expect(first.entries.map(({ id }) => id)).toEqual(newest.slice(0, 5));
  const rest = await audit.list({ limit: 50, before: first.next });
  expect(rest).toMatchObject({ next: undefined });
  expect(rest.entries.map(({ id }) => id)).toEqual(newest.slice(5));
  expect(rest.entries.at(-1)).toEqual({
    id: ids[0],
    at: "2026-03-01T12:00:00.000Z",
    actor: "cli",
    action: "user.disable",
    target: "ann",
    details: { index: 0, reason: "x".repeat(500) },
    undoes: null,
  });
  expect(rest.entries.at(-2)).toMatchObject({ target: null, undoes: ids[0] });

  const of = async (query: Omit<Parameters<typeof audit.list>[0], "limit">) =>
    (await audit.list({ limit: 50, ...query })).entries.map(({ details }) => details["index"]);
  expect(await of({ target: "ann" })).toEqual([10, 8, 6, 4, 2, 0]);
  expect(await of({ target: "ann", actor: "cli" })).toEqual([6, 0]);
  expect(await of({ action: "tokens.grant", actor: "cli" })).toEqual([9, 6]);
  expect(await of({ target: "nobody" })).toEqual([]);
  const at = (seconds: number) => new Date(start + seconds * second).toISOString();
  expect(await of({ from: at(8), to: at(8) })).toEqual([9, 8]);
  expect(await of({ to: at(0) })).toEqual([1, 0]);
  const page = await audit.list({ target: "ann", limit: 2 });
  expect(page.entries.map(({ details }) => details["index"])).toEqual([10, 8]);
  expect((await audit.list({ target: "ann", limit: 2, before: page.next })).entries).toMatchObject([
    { details: { index: 6 } },
    { details: { index: 4 } },
  ]);
});

test("entries are forgotten after three years", async () => {
  await using site = await openSite();
  const clock = { ms: start };
  const newId = () => crypto.randomUUID();
  const audit = createAudit({ backend: site.serverBackend, now: () => clock.ms, newId });
  await audit.add({ actor: "boss", action: "user.disable" });
  clock.ms += 60 * second;
  await audit.add({ actor: "boss", action: "user.enable" });
  const later = start + 3 * 365 * 86_400_000 + 30 * second;
  expect(await sweepAudit(site.serverBackend, later, new AbortController().signal)).toBe(1);
  expect((await audit.list({ limit: 10 })).entries).toMatchObject([{ action: "user.enable" }]);
});

test("an entry that cannot be written is an error of whoever acts", async () => {
  await using site = await openSite();
  const commit = () => Promise.reject(new Error("no way to the data"));
  const backend = { ...site.serverBackend, commit };
  const audit = createAudit({ backend, now: () => start, newId: () => "a" });
  await expect(audit.add({ actor: "boss", action: "user.erase" })).rejects.toThrow("no way");
});
