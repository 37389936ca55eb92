import { expect, test } from "vitest";
import { NoAnswerError, OutboxRefusal } from "./outbox.ts";
import { openOutboxOf } from "./outbox-of.ts";
import { TestBrowser, TestTime } from "./testing/browser.ts";
import { untilEmpty } from "./until-empty.ts";

async function waiting() {
  const time = new TestTime();
  const outbox = await openOutboxOf(new TestBrowser(time, "browser").tab("ann").parts);
  const server = { answers: false, isClosed: false };
  outbox.handle("notes", async () => {
    await Promise.resolve();
    if (server.isClosed) throw new OutboxRefusal({ code: "no", text: "No.", again: "asked" });
    if (!server.answers) throw new NoAnswerError("No answer.");
  });
  await outbox.add({ tool: "notes", key: "a", data: "one" });
  await time.pass(0);
  return { time, outbox, server };
}

test("what waits for a server that does not answer is waited for, until a later try arrives", async () => {
  const { time, outbox, server } = await waiting();
  let isOver = false;
  const over = untilEmpty(outbox, new AbortController().signal).finally(() => (isOver = true));
  await time.pass(60_000);
  expect(isOver).toBe(false);
  server.answers = true;
  await time.pass(60_000);
  expect(await over).toBe(true);
  expect(outbox.state().entries).toEqual([]);
});

test("nobody waits for an empty outbox, nor after the end", async () => {
  const { time, outbox, server } = await waiting();
  const end = new AbortController();
  const over = untilEmpty(outbox, end.signal);
  end.abort();
  await over;
  expect(outbox.state().entries).toHaveLength(1);
  await untilEmpty(outbox, end.signal);
  server.answers = true;
  await time.pass(60_000);
  await untilEmpty(outbox, new AbortController().signal);
});

test("what was refused and let go is not said to be sent", async () => {
  const { time, outbox, server } = await waiting();
  const over = untilEmpty(outbox, new AbortController().signal);
  server.isClosed = true;
  await time.pass(60_000);
  const [entry] = outbox.state().entries;
  expect(entry?.refused).not.toBeNull();
  await outbox.forget(entry?.id ?? "");
  expect(await over).toBe(false);
});

test("what goes with the account is not said to be sent", async () => {
  const { outbox } = await waiting();
  const over = untilEmpty(outbox, outbox.closed);
  await outbox.wipe();
  expect(outbox.state().entries).toEqual([]);
  expect(await over).toBe(false);
});
