/** `auth_variable_override`: the server asks to be judged by the rules as somebody. */
import { expect, test } from "vitest";
import { openDatabase } from "./testing/open-database.ts";

const RULES = {
  rules: {
    own: { $uid: { ".read": "auth.uid === $uid", ".write": "auth.uid === $uid" } },
    boards: {
      $board: {
        ".write":
          "auth.token.board === $board && newData.child('seq').val() === (data.child('seq').exists() ? data.child('seq').val() : 0) + 1",
      },
    },
    open: { ".read": true, ".write": "auth === null" },
  },
};
const CLIENTS = { ann: { uid: "ann", token: {} }, service: "admin" as const };
const as = (auth: unknown) =>
  `auth_variable_override=${encodeURIComponent(typeof auth === "string" ? auth : JSON.stringify(auth))}`;
const DENIED = { status: 401, body: { error: "Permission denied" } };

test("the server is judged as who it says, in the process and by a service account's token", async () => {
  await using server = await openDatabase({ rules: RULES, clients: CLIENTS });
  const bob = as({ uid: "bob", token: {} });
  for (const ask of [
    server.admin,
    (method: string, path: string, body?: unknown) =>
      server.rest(method, `${path}&auth=service`, body),
  ]) {
    expect(await ask("PUT", `own/bob?${bob}`, 1)).toMatchObject({ status: 200 });
    expect(await ask("GET", `own/bob?${bob}`)).toMatchObject({ status: 200, body: 1 });
    expect(await ask("PUT", `own/ann?${bob}`, 1)).toMatchObject(DENIED);
    expect(await ask("GET", `own/ann?${bob}`)).toMatchObject(DENIED);
    expect(await ask("PUT", `own/bob?${as({ uid: "bob" })}`, 2)).toMatchObject({ status: 200 });
    expect(await ask("PUT", `own/bob?${as("null")}`, 3)).toMatchObject(DENIED);
    expect(await ask("PUT", `open?${as("null")}`, 3)).toMatchObject({ status: 200 });
    expect(await ask("PUT", `own/ann?print=pretty`, 1)).toMatchObject({ status: 200 });
  }
});

test("of many that raise the same number by one, one is taken, whole", async () => {
  await using server = await openDatabase({ rules: RULES });
  const path = `?${as({ uid: "server", token: { board: "x" } })}`;
  const patch = (by: string, seq: number) =>
    server.admin("PATCH", path, {
      "boards/x/seq": seq,
      [`boards/x/log/s${seq}`]: by,
      "boards/x/by": by,
    });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => patch(`s${at}`, 1)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { by, log } = await server.value("boards/x");
  expect(log).toEqual({ s1: by });
  expect(await server.admin("PATCH", path, { "boards/x/by": "late" })).toMatchObject(DENIED);
  const half = { "boards/x/seq": 2, "boards/y/seq": 1 };
  expect(await server.admin("PATCH", path, half)).toMatchObject(DENIED);
  expect(await server.value("boards/x/seq")).toBe(1);
});

test("for whoever is no admin it says nothing", async () => {
  await using server = await openDatabase({ rules: RULES, clients: CLIENTS });
  const bob = as({ uid: "bob", token: {} });
  expect(await server.rest("PUT", `own/bob?auth=ann&${bob}`, 1)).toMatchObject(DENIED);
  expect(await server.rest("PUT", `own/bob?${bob}`, 1)).toMatchObject(DENIED);
  expect(await server.rest("PUT", `own/ann?auth=ann&${bob}`, 1)).toMatchObject({ status: 200 });
});

test("what is no auth, or would not be heard, is refused", async () => {
  await using server = await openDatabase({ rules: RULES });
  const wrong = ["", "{", "1", '"bob"', "[]", "{}", '{"uid":1}', '{"uid":"a","token":1}'];
  wrong.push('{"uid":"a","token":null}', JSON.stringify({ uid: "a".repeat(1000) }));
  const answers = await Promise.all(wrong.map((text) => server.admin("PUT", `a?${as(text)}`, 1)));
  expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 400));
  const events = { accept: "text/event-stream" };
  const stream = await server.admin("GET", `a?${as({ uid: "a" })}`, undefined, events);
  expect(stream.status).toBe(400);
  expect(await server.value("a")).toBeNull();
});
