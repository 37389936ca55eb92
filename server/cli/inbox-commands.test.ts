import { afterAll, beforeAll, expect, test } from "vitest";
import { openAloneDesk, openServedDesk } from "./testing/open-desk.ts";

let desk: Awaited<ReturnType<typeof openServedDesk>>;
beforeAll(async () => {
  desk = await openServedDesk();
});
afterAll(() => desk[Symbol.asyncDispose]());

const run = (...args: string[]) => desk.run("inbox", ...args);
const store = (id: string, data: Record<string, unknown>) =>
  desk.site.serverBackend.commit([{ set: `inbox/${id}`, data }]);

const ann = {
  name: "Ann\u009b31m",
  email: "ann@example.com",
  subject: "",
  message: "Does yours run slow?\n\tMine does.",
  createdAt: "2026-11-22T13:03:00.000Z",
  read: false,
  flagged: "",
};

test("messages are listed, shown, marked and deleted by their first characters", async () => {
  expect((await run("list")).out).toBe("There are no messages.\n");
  await store("0abc1", ann);
  await store("0abd2", { ...ann, name: "Bo", subject: "Hello", flagged: "many links" });
  const listed = await run("list");
  expect(listed).toEqual({
    code: 0,
    out: [
      "0abc1  2026-11-22T13:03:00.000Z  unread  Ann\uFFFD31m <ann@example.com>  Does yours run slow?",
      "0abd2  2026-11-22T13:03:00.000Z  unread  Bo <ann@example.com>  many links  Hello",
      "",
    ].join("\n"),
    err: "",
  });
  expect((await run("show", "0abc")).out).toBe(
    [
      "ID       0abc1",
      "From     Ann\uFFFD31m <ann@example.com>",
      "Time     2026-11-22T13:03:00.000Z",
      "State    unread",
      "",
      "Does yours run slow?",
      "    Mine does.",
      "",
    ].join("\n"),
  );
  expect((await run("mark", "0abc1")).out).toBe("0abc1 is read.\n");
  expect((await run("list", "--unread")).out).toMatch(/^0abd2 .*\n$/);
  expect((await run("mark", "0abc1", "--unread")).code).toBe(0);
  expect((await run("list", "--unread")).out.split("\n")).toHaveLength(3);
  expect((await run("delete", "0abd")).out).toBe("Deleted 0abd2 of Bo.\n");
  expect((await run("list")).out).toMatch(/^0abc1 .*\n$/);
});

test("what is not there, not one or not spelled right is refused in a sentence", async () => {
  await store("0xyz1", ann);
  await store("0xyz2", ann);
  for (const args of [["show"], ["mark"], ["delete"]]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await run(...args, "0xyz")).toMatchObject({
      code: 1,
      err: "More than one message has an ID that starts with 0xyz.\n",
    });
    for (const id of ["zzz", "../site", "0xyz1/x", ""]) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await run(...args, id)).err).toBe(
        `There is no message with an ID that starts with ${id}.\n`,
      );
    }
  }
  expect((await run("mark", "0xyz1", "--seen")).code).toBe(2);
  expect((await run("show")).code).toBe(2);
});

test("without a server the commands open the folder themselves", async () => {
  await using alone = await openAloneDesk();
  expect((await alone.run("inbox", "list")).err).toMatch(/^There is no data in /);
  await alone.run("sample", "clear");
  expect((await alone.run("inbox", "list")).out).toBe("There are no messages.\n");
});
