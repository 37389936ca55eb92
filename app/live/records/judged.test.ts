import { expect, test } from "vitest";
import type { Item, Op } from "#lib/records/register.ts";
import { OutboxRefusal } from "../outbox/outbox.ts";
import { todos } from "../todos.ts";
import { type DatabaseHttp, type TurnedBack, TurnedBackError } from "./database-http.ts";
import { judged } from "./judged.ts";
import type { TurnedOps } from "./send-records.ts";
import { RecordsServer } from "./testing/records-server.ts";

const now = 1_800_000_000_000;

const op = (id: string, register: string, value: Op["value"], more: Partial<Op> = {}): Op => ({
  kind: "tasks",
  id,
  register,
  value,
  from: null,
  p: 0,
  t: now * 1000,
  ...more,
});

const made = (id: string, title: string): Op[] => [
  op(id, "title", { v: title }, { isNew: true }),
  op(id, "place", { list: "", parent: "", order: "a0", column: "" }, { isNew: true }),
];

const registersOf = ({ ops }: TurnedOps) => ops.map(({ register }) => register);

/** A judge that turns back what `refused` says, as long as it is among what was sent. */
function openJudge(refused: readonly TurnedBack[], isStubborn = false) {
  const server = new RecordsServer(() => now);
  const http = server.client({ uid: "ann" });
  let tries = 0;
  const judging: DatabaseHttp = {
    ...http,
    async update(root, writes, signal) {
      tries += 1;
      const isSent = ({ item, register }: TurnedBack) =>
        Object.keys(writes).some((path) => path.startsWith(`${item}/${register ?? ""}`));
      const found = isStubborn ? refused : refused.filter(isSent);
      if (found.length > 0) throw new TurnedBackError(found);
      return http.update(root, writes, signal);
    },
  };
  const send = (ops: readonly Op[], base: Record<string, Item> = {}) =>
    judged.send(
      {
        http: judging,
        root: "todos/ann",
        shape: todos.shape,
        base: (kind, id) => base[`${kind}/${id}`],
        serverNow: () => now,
        serverSeen: () => now - 5,
      },
      ops,
    );
  const title = (id: string) => server.value(`todos/ann/tasks/${id}/title/v`);
  return { send, title, tries: () => tries };
}

test("what a judge names goes back with its sentence, and the rest goes on", async () => {
  const full = { item: "tasks/b", register: null, text: "Full." };
  const { send, title } = openJudge([full, { item: "tasks/a", register: "prio", text: "No." }]);
  const ops = [...made("a", "Tea"), ...made("b", "Milk"), op("a", "prio", { v: 1 })];
  const { known, refused, turned } = await send(ops);
  expect([title("a"), title("b"), [...known.keys()], refused]).toEqual([
    "Tea",
    null,
    ["tasks/a"],
    [],
  ]);
  expect(
    turned?.map(({ ops: [first, ...more], said }) => [first?.id, 1 + more.length, said]),
  ).toEqual([
    ["b", 2, "Full."],
    ["a", 1, "No."],
  ]);
});

test("what makes an item takes all that is written into it with it", async () => {
  const { send, title } = openJudge([{ item: "tasks/b", register: "place", text: "Full." }]);
  const { turned } = await send([
    ...made("b", "Milk"),
    op("b", "prio", { v: 1 }),
    ...made("a", "Tea"),
  ]);
  expect(turned?.map(registersOf)).toEqual([["title", "place", "prio"]]);
  expect([title("a"), title("b")]).toEqual(["Tea", null]);
});

test("what came along with an item that comes back whole takes what was written into it with it", async () => {
  const { send, title } = openJudge([{ item: "tasks/b", register: "place", text: "Not yours." }]);
  const { turned, refused } = await send([op("b", "title", { v: "Milk" }), ...made("a", "Tea")], {
    "tasks/b": {
      at: 1,
      registers: Object.fromEntries(
        made("b", "Mil").map(({ register, value }) => [register, { value, t: 5, p: 0 }]),
      ),
    },
  });
  expect([turned?.map(registersOf), refused, title("a")]).toEqual([[["title"]], [], "Tea"]);
});

test("a judge that names nothing of what was sent ends it, once what it did name is out of the way", async () => {
  const other = { item: "tasks/z", register: null, text: "Full." };
  const first = openJudge([other], true);
  await expect(first.send(made("a", "Tea"))).rejects.toThrow(OutboxRefusal);
  expect(first.tries()).toBe(1);
  const second = openJudge([other, { item: "tasks/b", register: null, text: "Full." }], true);
  const { refused, turned } = await second.send([...made("a", "Tea"), ...made("b", "Milk")]);
  expect([refused.length, turned?.map(registersOf), second.tries()]).toEqual([
    2,
    [["title", "place"]],
    2,
  ]);
});
