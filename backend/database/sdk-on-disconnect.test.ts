/** `onDisconnect`: what a client leaves behind is done when it goes, however it goes. */
import { deleteApp, setLogLevel } from "firebase/app";
import {
  forceWebSockets,
  goOffline,
  goOnline,
  increment,
  onDisconnect,
  ref,
  serverTimestamp,
  set,
} from "firebase/database";
import { expect, test } from "vitest";
import { codeOf, openModelClient, watch } from "./testing/model-client.ts";
import { openModelLink } from "./testing/model-link.ts";
import { openDatabase } from "./testing/open-database.ts";

forceWebSockets();
setLogLevel("error");

type OpenedDatabase = Awaited<ReturnType<typeof openDatabase>>;

async function open(options: Parameters<typeof openDatabase>[0] = {}) {
  const stack = new AsyncDisposableStack();
  const link = stack.use(await openModelLink(() => Number(new URL(server.origin()).port)));
  const server: OpenedDatabase = stack.use(
    await openDatabase({ socketOrigin: link.origin, ...options }),
  );
  const leaving = stack.use(openModelClient(link.url, "leaving")).db;
  const staying = stack.use(openModelClient(link.url, "staying")).db;
  const gone = watch(ref(staying, "gone"));
  await gone.until((value) => value === null);
  return {
    server,
    link,
    leaving,
    staying,
    /** Done after all that was left before it. */
    async leave(how: () => unknown): Promise<void> {
      await onDisconnect(ref(leaving, "gone")).set(true);
      await how();
      await gone.until((value) => value === true);
      await set(ref(staying, "gone"), null);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test("set, update, remove and setWithPriority are done in order, with the values of that time", async () => {
  let nowMs = 1_000;
  await using at = await open({ clock: () => nowMs });
  await set(ref(at.leaving, "n"), { old: 1, gone: 1, count: 5, kept: 1 });
  await onDisconnect(ref(at.leaving, "n/when")).set(serverTimestamp());
  await onDisconnect(ref(at.leaving, "n")).update({
    old: "new",
    "deep/er": [1, 2],
    count: increment(2),
  });
  await onDisconnect(ref(at.leaving, "n/gone")).remove();
  await onDisconnect(ref(at.leaving, "n/ranked")).setWithPriority({ x: 1 }, 3);
  expect(await at.server.value("n")).toEqual({ old: 1, gone: 1, count: 5, kept: 1 });
  nowMs = 5_000;
  const ranked = watch(ref(at.staying, "n/ranked"));
  await at.leave(() => goOffline(at.leaving));
  expect(await at.server.value("n")).toEqual({
    old: "new",
    count: 7,
    kept: 1,
    deep: { er: [1, 2] },
    ranked: { x: 1 },
    when: 5_000,
  });
  await ranked.until((value) => value !== null);
  const exported = await at.server.admin("GET", "n/ranked?format=export");
  expect(exported.body).toEqual({ ".priority": 3, x: 1 });
});

test("it is done when the network is cut, when the app is deleted and when the client says goodbye", async () => {
  await using at = await open();
  const leaveAndReturn = async (name: string, how: () => unknown) => {
    await onDisconnect(ref(at.leaving, `left/${name}`)).set(true);
    await at.leave(how);
    goOffline(at.leaving);
    goOnline(at.leaving);
  };
  await leaveAndReturn("cut", () => at.link.cut("leaving"));
  await leaveAndReturn("offline", () => goOffline(at.leaving));
  const deleted = openModelClient(at.link.url, "deleted").db;
  await onDisconnect(ref(deleted, "left/deleted")).set(true);
  const left = watch(ref(at.staying, "left/deleted"));
  await deleteApp(deleted.app);
  await left.until((value) => value === true);
  expect(await at.server.value("left")).toEqual({ cut: true, offline: true, deleted: true });
});

test("it is done once: the next connection starts without", async () => {
  await using at = await open();
  await onDisconnect(ref(at.leaving, "count")).set(increment(1));
  await at.leave(() => goOffline(at.leaving));
  goOnline(at.leaving);
  await at.leave(() => goOffline(at.leaving));
  expect(await at.server.value("count")).toBe(1);
});

test("what is left while offline is registered at the next connection", async () => {
  await using at = await open();
  await at.leave(() => goOffline(at.leaving));
  const registered = onDisconnect(ref(at.leaving, "late")).set("left");
  goOnline(at.leaving);
  await registered;
  expect(await at.server.value("late")).toBeNull();
  await at.leave(() => at.link.cut("leaving"));
  expect(await at.server.value("late")).toBe("left");
});

test("cancel takes back what was left at a place and below it, and leaves the rest", async () => {
  await using at = await open();
  const leave = (path: string) => onDisconnect(ref(at.leaving, path));
  await leave("a").set(1);
  await leave("b/c/d").set(1);
  await leave("b/e").set(1);
  await leave("u").update({ x: 1, "y/z": 1, w: 1 });
  await leave("a").cancel();
  await leave("b/c").cancel();
  await leave("u/y").cancel();
  await leave("never/left").cancel();
  await at.leave(() => goOffline(at.leaving));
  expect(await at.server.value("")).toEqual({ b: { e: 1 }, u: { w: 1, x: 1 } });
});

test("cancel below what was left takes that part out of it: its brothers are still written", async () => {
  await using at = await open();
  await set(ref(at.leaving, "n"), { kept: "as it was" });
  await onDisconnect(ref(at.leaving, "n")).set({ a: 1, b: { c: 1, d: 1 }, kept: "new" });
  await onDisconnect(ref(at.leaving, "n/kept")).cancel();
  await onDisconnect(ref(at.leaving, "n/b/c")).cancel();
  await at.leave(() => goOffline(at.leaving));
  expect(await at.server.value("n")).toEqual({ a: 1, b: { d: 1 }, kept: "as it was" });
});

test("later ones win over earlier ones above, at and below the same place", async () => {
  await using at = await open();
  const leave = (path: string) => onDisconnect(ref(at.leaving, path));
  await leave("same").set(1);
  await leave("same").set(2);
  await leave("above/x").set(1);
  await leave("above").set({ y: 2 });
  await leave("below").set({ x: 1, y: 1 });
  await leave("below/x").set(2);
  await leave("merged").update({ x: 1, y: 1 });
  await leave("merged/x").remove();
  await at.leave(() => goOffline(at.leaving));
  expect(await at.server.value("")).toEqual({
    above: { y: 2 },
    below: { x: 2, y: 1 },
    merged: { y: 1 },
    same: 2,
  });
});

test("the rules are asked when it is left; the SDK refuses what could never be written", async () => {
  const rules = {
    rules: { ".read": true, gone: { ".write": true }, open: { ".write": true }, shut: {} },
  };
  await using at = await open({ rules });
  const leave = (path: string) => onDisconnect(ref(at.leaving, path));
  expect(await codeOf(leave("shut").set(1))).toBe("PERMISSION_DENIED");
  expect(await codeOf(leave("shut").remove())).toBe("PERMISSION_DENIED");
  expect(await codeOf(leave("shut").setWithPriority(1, 1))).toBe("PERMISSION_DENIED");
  expect(await codeOf(leave("/").update({ "open/x": 1, "shut/x": 1 }))).toBe("PERMISSION_DENIED");
  await leave("open/y").set(1);
  expect(() => void leave("open").set(Number.NaN)).toThrow("NaN");
  expect(() => void leave("open").update({ "a.b": 1 })).toThrow("invalid key");
  expect(() => void leave("open").setWithPriority(1, true as never)).toThrow("priority");
  await at.leave(() => goOffline(at.leaving));
  expect(await at.server.value("")).toEqual({ open: { y: 1 } });
});
