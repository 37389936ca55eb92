import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openOutboxOf } from "../outbox/outbox-of.ts";
import { TestBrowser, TestTime } from "../outbox/testing/browser.ts";
import { todos } from "../todos.ts";
import { createMemoryBaseStore } from "./base-store.ts";
import { createDatabaseHttp } from "./database-http.ts";
import { followRecords } from "./follow-records.ts";
import { createRecords } from "./records-of.ts";
import { sendRecords } from "./records-sender.ts";
import { type LiveSite, enter, openEmbeddedSite } from "./testing/live-site.ts";

let site: LiveSite;
let uid: string;

beforeAll(async () => {
  site = await openEmbeddedSite();
  uid = await enter();
}, 30_000);

afterAll(async () => {
  await site[Symbol.asyncDispose]();
});

/** A browser whose time is the real one. */
async function openHere(store = createMemoryBaseStore()) {
  const { parts } = new TestBrowser(new TestTime()).tab(uid);
  const after = (ms: number, call: () => void) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  };
  const outbox = await openOutboxOf({ ...parts, after, clock: () => performance.now() });
  const http = createDatabaseHttp(uid);
  const now = () => Date.now();
  return createRecords({
    config: todos,
    outbox,
    store,
    http,
    follow: followRecords(uid, todos),
    attach: sendRecords(outbox, { config: todos, http, store, tell: async () => false, now })
      .attach,
    now,
    after,
    onOnline: () => () => undefined,
    frame: (call) => void setTimeout(call),
    log: () => undefined,
  });
}

const place = { list: "", parent: "", order: "a0", column: "" };

test("what is changed reaches the real backend, and what others change is heard by the SDK", async () => {
  const store = createMemoryBaseStore();
  const records = await openHere(store);
  const title = () => records.item("tasks", "a")?.registers["title"]?.value["v"];
  await vi.waitFor(() => expect(records.status()).toBe("ready"));
  await records.change([
    { kind: "tasks", id: "a", register: "title", value: { v: "Tea" }, isNew: true },
    { kind: "tasks", id: "a", register: "place", value: place, isNew: true },
    { kind: "lists", id: "l", register: "name", value: { v: "Home" }, isNew: true },
    { kind: "lists", id: "m", register: "name", value: { v: "Work" }, isNew: true },
  ]);
  await vi.waitFor(() => expect(records.sync()).toBe("saved"), { timeout: 10_000 });
  const stored = await site.backend.getValue(`todos/${uid}/tasks/a/title`);
  const { v, t } = stored.value as { v: string; t: number };
  expect(v).toBe("Tea");
  await site.backend.updateValues({
    [`todos/${uid}/tasks/a/at`]: Date.now(),
    [`todos/${uid}/tasks/a/title`]: { v: "Milk", t: t + 1, p: t },
  });
  await vi.waitFor(() => expect(title()).toBe("Milk"), { timeout: 10_000 });
  await site.backend.updateValues({ [`todos/${uid}/lists/m`]: null });
  await vi.waitFor(() => expect(records.item("lists", "m")).toBeUndefined(), { timeout: 10_000 });
  records.close();

  await site.backend.updateValues({
    [`todos/${uid}/tasks/a`]: null,
    [`todos/${uid}/lists/l`]: null,
    [`todos/${uid}/meta/swept`]: Date.now(),
  });
  const later = await openHere(store);
  expect(later.item("tasks", "a")?.registers["title"]?.value["v"]).toBe("Milk");
  await vi.waitFor(() => expect(later.all("tasks").size + later.all("lists").size).toBe(0), {
    timeout: 10_000,
  });
  later.close();
});

test("what changed elsewhere meanwhile is here once it says that it is current, and not before", async () => {
  const store = createMemoryBaseStore();
  const first = await openHere(store);
  const words = { kind: "tasks", id: "b", isNew: true } as const;
  await first.change([
    { ...words, register: "title", value: { v: "Tea" } },
    { ...words, register: "place", value: place },
  ]);
  await vi.waitFor(() => expect(first.sync()).toBe("saved"), { timeout: 10_000 });
  await vi.waitFor(() => expect(first.isCurrent()).toBe(true), { timeout: 10_000 });
  first.close();

  const stored = await site.backend.getValue(`todos/${uid}/tasks/b/title`);
  const { t } = stored.value as { t: number };
  await site.backend.updateValues({
    [`todos/${uid}/tasks/b/at`]: Date.now(),
    [`todos/${uid}/tasks/b/title`]: { v: "Milk", t: t + 1, p: t },
  });
  const later = await openHere(store);
  const title = () => later.item("tasks", "b")?.registers["title"]?.value["v"];
  expect([later.status(), later.isCurrent(), title()]).toEqual(["ready", false, "Tea"]);
  await vi.waitFor(() => expect(later.isCurrent()).toBe(true), { timeout: 10_000 });
  expect(title()).toBe("Milk");
  later.close();
});
