import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { LogEntry } from "#lib/boards/judge-input.ts";
import type { Notification } from "#lib/notification.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { openPushService } from "../../server/push/testing/push-service.ts";
import { howMany } from "../support/how-many.ts";
import { followingOf } from "./board-notices-parts.ts";
import type { AskedNotices, PushPort } from "./board-notices-parts.ts";
import { moreThanTen, runAndKill, withServerBackend } from "./kill-under-way.ts";

const rounds = howMany("BOARD_NOTICES_KILL_ROUNDS", { short: 2, full: 100 });
const script = new URL("./board-notices-until-killed.ts", import.meta.url);

test(`kill -9 while a board's changes are told: each is told, and none twice (${rounds} rounds)`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "foyer-notices-"));
  await using service = await openPushService();
  const { web } = service;
  const written = new Set<number>();
  try {
    const asked = await withServerBackend(dataDir, (backend) =>
      makeBoard(backend, web, service.newSubscription()),
    );
    for (let round = 0; round < rounds; round += 1) {
      const next: AskedNotices = { ...asked, ...web, first: Math.max(0, ...written) + 2 };
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      const output = await runAndKill({
        script,
        dataDir,
        asked: next,
        isUnderWay: moreThanTen("w"),
        afterMs: (round * 37) % 300,
      });
      for (const [, comment] of output.matchAll(/^w (\d+)$/gm)) written.add(Number(comment));
    }
    await withServerBackend(dataDir, async (backend) => {
      const { follow, jobs } = followingOf(backend, web);
      jobs.start();
      await follow.follow(asked.board);
      const [log, told] = await Promise.all([
        valueAt<Record<string, LogEntry>>(backend, `boards/${asked.board}/log`),
        valueAt<Record<string, Notification>>(backend, `notifications/${asked.ben}`),
      ]);
      const comments = Object.values(log).filter(({ acts }) => acts?.[0]?.k === "comment");
      // One that was killed before it could say so was taken all the same.
      expect(comments.length).toBeGreaterThanOrEqual(written.size);
      expect(written.size).toBeGreaterThan(rounds * 5);
      const mentions = Object.values(told).filter(
        ({ title }) => title === "Somebody mentioned you",
      );
      expect(mentions).toHaveLength(comments.length);
      expect(mentions.every(({ sent }) => sent)).toBe(true);
      // One that was killed between the push and its note goes out again: with its topic it takes the same place.
      const topics = Map.groupBy(service.taken, ({ headers }) => String(headers["topic"]));
      expect(topics.size).toBe(Object.keys(told).length);
      for (const same of topics.values()) {
        expect(new Set(same.map(({ text }) => text.id)).size).toBe(1);
      }
      expect(service.taken.length - topics.size).toBeLessThanOrEqual(2 * rounds);
      await follow.close();
      await jobs.close();
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

async function makeBoard(
  backend: ServerBackend,
  web: PushPort,
  subscription: Parameters<ReturnType<typeof followingOf>["push"]["subscribe"]>[1],
): Promise<Omit<AskedNotices, "first" | keyof PushPort>> {
  const { boards, follow, push } = followingOf(backend, web);
  const [ann, ben] = await Promise.all(
    ["ann", "ben"].map(async (name) => backend.createAccount({ email: `${name}@example.com` })),
  );
  const [by, told] = [ann?.uid ?? "", ben?.uid ?? ""];
  await push.subscribe(told, subscription, "phone");
  const made = await boards.create(by, { name: "House", colour: "", zone: "UTC" });
  const { board } = made as { board: string };
  await backend.putValue(`boards/${board}/members/${told}`, { role: "member" });
  const stamps = { t: 1_000_000_000_000_000, p: 0 };
  await boards.change(by, board, {
    "cards/roof/title": { v: "Fix roof", ...stamps },
    "cards/roof/place": { column: "c1", order: "a0", by, ...stamps },
  });
  await follow.close();
  return { board, ann: by, ben: told };
}

async function valueAt<Value>(backend: ServerBackend, path: string): Promise<Value> {
  return ((await backend.getValue(path)).value ?? {}) as Value;
}
