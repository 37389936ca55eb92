import { expect, test } from "vitest";
import { openDatabase } from "./testing/open-database.ts";

const RULES = {
  rules: {
    ".read": true,
    presence: {
      $uid: {
        ".write": "auth.uid === $uid && root.child('banned').child(auth.uid).val() !== true",
      },
    },
    open: { ".write": true },
  },
};
const CLIENTS = {
  ann: { uid: "ann", token: { exp: 2_000 } },
  bob: { uid: "bob", token: {} },
};

test("what a connection left behind is written when it ends, abruptly too, with values of that time", async () => {
  let nowMs = 1_000_000;
  await using server = await openDatabase({ rules: RULES, clients: CLIENTS, clock: () => nowMs });
  const watcher = await server.raw();
  await watcher.ask("q", { p: "presence", h: "" });
  const [ann, bob] = [await server.raw("ann"), await server.raw("bob")];
  await ann.ask("p", { p: "presence/ann", d: { online: true } });
  await ann.ask("o", { p: "presence/ann/online", d: false });
  await ann.ask("om", {
    p: "presence/ann",
    d: { seen: { ".sv": "timestamp" }, n: { ".sv": { increment: 1 } } },
  });
  await bob.ask("o", { p: "presence/bob", d: "gone" });
  expect(await server.value("presence")).toEqual({ ann: { online: true } });
  nowMs = 2_500_000;
  ann.socket.terminate();
  bob.socket.close();
  const last = { ann: { online: false, seen: nowMs, n: 1 }, bob: "gone" };
  const told = () => JSON.stringify(watcher.pushes());
  await watcher.until(() => (/gone/.test(told()) && /2500000/.test(told()) ? true : undefined));
  expect(await server.value("presence")).toEqual(last);
});

test("rules are asked when it is left, and again when it is done", async () => {
  await using server = await openDatabase({ rules: RULES, clients: CLIENTS, clock: () => 0 });
  const bob = await server.raw("bob");
  const refused = await bob.ask("o", { p: "presence/ann", d: 1 });
  expect(refused.s).toBe("permission_denied");
  expect((await bob.ask("o", { p: "presence/bob", d: 1 })).s).toBe("ok");
  expect((await bob.ask("o", { p: "open", d: 1 })).s).toBe("ok");
  await server.admin("PUT", "banned/bob", true);
  const watcher = await server.raw();
  await watcher.ask("q", { p: "open", h: "" });
  bob.socket.terminate();
  await watcher.until(() => watcher.pushes()[1]);
  expect(await server.value("")).toEqual({ banned: { bob: true }, open: 1 });
});

test("a later one takes the place of an earlier one below it, and cancelling covers what is below", async () => {
  await using server = await openDatabase();
  const client = await server.raw();
  await client.ask("o", { p: "a/x", d: "old" });
  await client.ask("o", { p: "a", d: { y: 1 } });
  await client.ask("o", { p: "b", d: { z: 1 } });
  await client.ask("o", { p: "b/z", d: "later" });
  await client.ask("om", { p: "c", d: { "d/e": 1, f: 2 } });
  await client.ask("o", { p: "c/d/g", d: 1 });
  await client.ask("oc", { p: "c/d" });
  expect((await client.ask("o", { p: "bad.key", d: 1 })).s).toBe("invalid_path");
  for (let i = 0; i < 200; i += 1) client.post("o", { p: `many/${i}`, d: 1 });
  expect((await client.ask("o", { p: "many/more", d: 1 })).s).toBe("resource_exhausted");
  // What a refused one would have replaced stays.
  const refused = await client.ask("om", {
    p: "b",
    d: { z: "newer", "y/1": 1, "y/2": 2, "y/3": 3 },
  });
  expect(refused.s).toBe("resource_exhausted");
  await client.ask("oc", { p: "many" });
  await server.service.close();
  expect(await server.value("")).toEqual({ a: { y: 1 }, b: { z: "later" }, c: { f: 2 } });
});
