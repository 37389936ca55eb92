import { expect, test } from "vitest";
import { createJobQueue } from "./job-queue.ts";

const forever = new AbortController().signal;

/** A queue whose jobs run until they are let go. */
function open(limits: Partial<Parameters<typeof createJobQueue>[0]> = {}) {
  const queue = createJobQueue({ atOnce: 1, waiting: 64, waitingOfOne: 16, ...limits });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, from: string | undefined, signal = forever) =>
    queue.add(
      from,
      () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      },
      signal,
    );
  const end = async (name: string, done: Promise<unknown>) => {
    ends.get(name)?.();
    await done;
    // By then the next one has begun.
    await new Promise(setImmediate);
  };
  return { begun, add, end };
}

test("so many run at once; the next begins when one ends, even when it fails", async () => {
  const queue = createJobQueue({ atOnce: 2, waiting: 64, waitingOfOne: 16 });
  let running = 0;
  let most = 0;
  const jobs = Array.from({ length: 20 }, (_, index) =>
    queue.add(
      String(index),
      async () => {
        most = Math.max(most, (running += 1));
        await Promise.resolve();
        running -= 1;
        if (index % 3 === 0) throw new Error("failed");
      },
      forever,
    ),
  );
  await Promise.allSettled(jobs);
  expect({ running, most }).toEqual({ running: 0, most: 2 });
});

test("networks take turns, whoever came with many", async () => {
  const { add, end, begun } = open();
  const done = new Map(
    [
      ["a1", "a"],
      ["a2", "a"],
      ["a3", "a"],
      ["b1", "b"],
      ["b2", "b"],
      ["c1", "c"],
    ].map(([name = "", from]) => [name, add(name, from)]),
  );
  await new Promise(setImmediate);
  for (let next = 0; next < done.size; next += 1) {
    const name = begun[next] ?? "";
    await end(name, done.get(name) ?? Promise.resolve());
  }
  expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
});

test("one network, and all together, may wait with so many; the server itself always", async () => {
  const { add } = open({ waiting: 3, waitingOfOne: 2 });
  void add("running", "a");
  void add("a1", "a");
  void add("a2", "a");
  await expect(add("a3", "a")).rejects.toMatchObject({ status: 503 });
  void add("b1", "b");
  await expect(add("c1", "c")).rejects.toMatchObject({ status: 503 });
  const own = add("own", undefined);
  expect(await Promise.race([own, Promise.resolve("waits")])).toBe("waits");
});

test("a job that nobody wants any more leaves the queue", async () => {
  const { add, end, begun } = open({ waiting: 2 });
  const first = add("first", "a");
  const ends = new AbortController();
  const unwanted = add("unwanted", "b", ends.signal);
  const last = add("last", "c");
  ends.abort(new Error("unwanted"));
  await expect(unwanted).rejects.toThrow("unwanted");
  const after = add("after", "d");
  await end("first", first);
  await end("last", last);
  await end("after", after);
  expect(begun).toEqual(["first", "last", "after"]);
});
