import { expect, test } from "vitest";
import { type Commit, firstChain, holdsCommits, nextChain } from "./commit-chain.ts";

/** Two bytes each ten ticks. */
const log = Uint8Array.from({ length: 12 }, (_, at) => at * 7);
const bytesAt = (tick: number) => Math.min(12, Math.trunc(tick / 10) * 2);

async function commitsOf(run: string, ticks: readonly number[], of = log): Promise<Commit[]> {
  const commits: Commit[] = [];
  for (const tick of ticks) {
    const before = commits.at(-1);
    const bytes = bytesAt(tick);
    // oxlint-disable-next-line no-await-in-loop
    const chain = await nextChain(
      before?.chain ?? firstChain(run),
      of.slice(before?.bytes ?? 0, bytes),
    );
    commits.push({ tick, bytes, chain });
  }
  return commits;
}

const holds = (run: string, commits: readonly Commit[], of = log) =>
  holdsCommits(run, { log: of, commits }, bytesAt);

test("a log that was said piece by piece holds", async () => {
  expect(await holds("run1", await commitsOf("run1", [10, 30, 35, 60]))).toBe(true);
  expect(await holds("run1", [])).toBe(true);
});

test("one that was changed afterwards, or is another run's, does not", async () => {
  const commits = await commitsOf("run1", [10, 30, 60]);
  const changed = log.slice();
  changed[1] = 99;
  expect(await holds("run1", commits, changed)).toBe(false);
  expect(await holds("run2", commits)).toBe(false);
  expect(await holds("run1", commits.slice(1))).toBe(false);
  expect(await holds("run1", [commits[0]!, commits[2]!])).toBe(false);
});

test("what comes after the last commit may still be anything", async () => {
  const changed = log.slice();
  changed[11] = 99;
  expect(await holds("run1", await commitsOf("run1", [10, 30]), changed)).toBe(true);
});

test("who said fewer bytes than were written by then keeps no way back open", async () => {
  const [honest] = await commitsOf("run1", [60]);
  const few = { tick: 60, bytes: 2, chain: await nextChain(firstChain("run1"), log.slice(0, 2)) };
  expect(await holds("run1", [honest!])).toBe(true);
  expect(await holds("run1", [few])).toBe(false);
});

test("ticks go on from commit to commit, and end with the log", async () => {
  const commits = await commitsOf("run1", [30, 30]);
  expect(await holds("run1", commits)).toBe(false);
  const none = () => undefined;
  expect(await holdsCommits("run1", { log, commits: commits.slice(0, 1) }, none)).toBe(false);
});
