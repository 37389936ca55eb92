import { expect, test } from "vitest";
import { type Item, type Op, readItem } from "#lib/records/register.ts";
import { NoAnswerError, OutboxRefusal } from "../outbox/outbox.ts";
import { todos } from "../todos.ts";
import { joinRecords, refusal, sendOps } from "./send-records.ts";
import { RecordsServer } from "./testing/records-server.ts";

const now = 1_800_000_000_000;
const t = now * 1000;
const place = { list: "", parent: "", order: "a0", column: "" };

function openServer(
  fault?: () => "before" | "after" | undefined,
  clock = () => now,
  refuses?: (paths: readonly string[]) => boolean,
) {
  const server = new RecordsServer(() => now);
  const client = server.client({ uid: "ann", ...(fault && { fault }) });
  const http: typeof client = {
    ...client,
    async update(root, writes, signal) {
      if (refuses?.(Object.keys(writes))) throw new OutboxRefusal(refusal);
      return client.update(root, writes, signal);
    },
  };
  const base = new Map<string, Item>();
  const read = (kind: string, id: string) => base.get(`${kind}/${id}`);
  const send = (ops: readonly Op[]) =>
    sendOps(
      {
        http,
        root: "todos/ann",
        shape: todos.shape,
        base: read,
        serverNow: clock,
        serverSeen: () => now - 5,
      },
      ops,
    );
  const title = (id: string) => server.value(`todos/ann/tasks/${id}/title/v`);
  return { server, base, send, title };
}

const op = (id: string, register: string, value: Op["value"], more: Partial<Op> = {}): Op => ({
  kind: "tasks",
  id,
  register,
  value,
  from: null,
  p: 0,
  t,
  ...more,
});

const made = (id: string, title: string): Op[] => [
  op(id, "title", { v: title }, { isNew: true }),
  op(id, "place", place, { isNew: true }),
];

test("a new task is taken by the site's rules, and what the server has is told", async () => {
  const { send, title } = openServer();
  const { known, refused } = await send(made("a", "Tea"));
  expect(title("a")).toBe("Tea");
  expect(refused).toEqual([]);
  expect(known.get("tasks/a")?.registers["title"]).toEqual({ value: { v: "Tea" }, t, p: 0 });
});

test("what somebody else wrote meanwhile is read, and kept beside the later text", async () => {
  const { server, base, send, title } = openServer();
  await send(made("a", "Tea"));
  base.set("tasks/a", readItem(server.value("todos/ann/tasks/a"))!);
  await send([op("a", "title", { v: "Coffee" }, { p: t, t: t + 5, from: { v: "Tea" } })]);
  await send([op("a", "title", { v: "Milk" }, { p: t, t: t + 9, from: { v: "Tea" } })]);
  expect(title("a")).toBe("Milk");
  expect(Object.values(server.value("todos/ann/lost") ?? {})).toMatchObject([
    { of: { v: "tasks/a/title" }, text: { v: "Coffee" } },
  ]);
});

test("what arrived without an answer is not written twice", async () => {
  let faults: ("after" | undefined)[] = ["after"];
  const { server, send, title } = openServer(() => faults.shift());
  await expect(send(made("a", "Tea"))).rejects.toThrow(NoAnswerError);
  expect(title("a")).toBe("Tea");
  const before = server.written.length;
  faults = [];
  await expect(send(made("a", "Tea"))).resolves.toMatchObject({ refused: [] });
  expect(server.written).toHaveLength(before);
});

test("of many items the one that the rules refuse is found, and the others arrive", async () => {
  const { send, title } = openServer();
  const long = "x".repeat(501);
  const all = ["a", "b", "c", "d"].flatMap((id) => made(id, id === "c" ? long : id));
  const { refused } = await send(all);
  expect(refused.map(({ id }) => id)).toEqual(["c", "c"]);
  expect(["a", "b", "c", "d"].map(title)).toEqual(["a", "b", null, "d"]);
});

test("a refusal of what is left to write puts nothing aside that has arrived", async () => {
  const isC = (path: string) => path.startsWith("tasks/c/");
  const { send, base, server } = openServer(undefined, undefined, (paths) => paths.every(isC));
  await send(made("a", "Tea"));
  base.set("tasks/a", readItem(server.value("todos/ann/tasks/a"))!);
  const { known, refused } = await send([...made("a", "Tea"), ...made("c", "Milk")]);
  expect(new Set(refused.map(({ id }) => id))).toEqual(new Set(["c"]));
  expect(known.has("tasks/c")).toBe(false);
});

test("one item that the rules refuse is said to be refused", async () => {
  const { send } = openServer();
  await expect(send(made("a", "x".repeat(501)))).rejects.toThrow(OutboxRefusal);
});

test("stamps of a clock that was hours ahead are made anew", async () => {
  const { send, title } = openServer();
  const ahead = made("a", "Tea").map((one) => ({ ...one, t: t + 7_200_000_000 }));
  await expect(send(ahead)).resolves.toMatchObject({ refused: [] });
  expect(title("a")).toBe("Tea");
});

test("also where this device's clock was put ahead after the server's had been heard of", async () => {
  const { send, title } = openServer(undefined, () => now + 7_200_000);
  const ahead = made("a", "Tea").map((one) => ({ ...one, t: t + 7_200_000_000 }));
  await expect(send(ahead)).resolves.toMatchObject({ refused: [] });
  expect(title("a")).toBe("Tea");
});

test("what was changed next, with a stamp as far ahead, follows what was stamped anew", async () => {
  const { server, base, send } = openServer();
  const ahead = t + 7_200_000_000;
  const first = [...made("a", "Tea"), op("a", "start", { v: "1" }, { t: ahead })];
  await send(first.map((one) => ({ ...one, t: ahead })));
  base.set("tasks/a", readItem(server.value("todos/ann/tasks/a"))!);
  await send([op("a", "start", { v: "2" }, { from: { v: "1" }, p: ahead, t: ahead + 1 })]);
  expect(server.value("todos/ann/tasks/a/start/v")).toBe("2");
});

test("a task that was deleted for good comes back whole with an edit of it", async () => {
  const { server, base, send, title } = openServer();
  await send(made("a", "Tea"));
  base.set("tasks/a", readItem(server.value("todos/ann/tasks/a"))!);
  server.put("todos/ann/tasks/a", null);
  await send([op("a", "prio", { v: 1 }, { t: t + 5 })]);
  expect(title("a")).toBe("Tea");
  expect(server.value("todos/ann/tasks/a/prio/v")).toBe(1);
});

test("what is too much for one update stays two", () => {
  const many = (from: number) => ({
    ops: Array.from({ length: 150 }, (_, at) => op(`i${from + at}`, "prio", { v: 1 })),
  });
  expect(joinRecords(todos.shape, many(0), many(0))).toBeUndefined();
  expect(joinRecords(todos.shape, many(0), many(1000))).toBeUndefined();
  expect(
    joinRecords(todos.shape, { ops: made("a", "A") }, { ops: made("b", "B") })?.ops,
  ).toHaveLength(4);
});

test("what is changed of an item that was refused joins it, but one text never hides another", () => {
  const of = (register: string, v: string, more?: Partial<Op>) => ({
    ops: [op("a", register, { v }, more)],
    isRefused: true as const,
  });
  const joined = joinRecords(todos.shape, of("prio", "1"), of("prio", "2", { t: t + 1, p: 7 }));
  expect(joined?.ops).toEqual([op("a", "prio", { v: "2" }, { t: t + 1 })]);
  const texts = [of("title", "Tea"), of("title", "Milk", { t: t + 1, p: 7 })] as const;
  expect(joinRecords(todos.shape, ...texts)).toBeUndefined();
});

test("by a clock that goes on while a request is on its way, what is not taken is found all the same", async () => {
  let asked = 0;
  const { send, title } = openServer(undefined, () => now + (asked += 300));
  const ahead = t + 3_600_000_000;
  const ops = [...made("a", "Tea"), ...made("b", "x".repeat(501))];
  const { refused } = await send(ops.map((one) => ({ ...one, t: ahead })));
  expect([title("a"), new Set(refused.map(({ id }) => id))]).toEqual(["Tea", new Set(["b"])]);
});
