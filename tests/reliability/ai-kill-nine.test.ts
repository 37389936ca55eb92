import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AiRun } from "#lib/ai/api.ts";
import type { Message } from "#lib/chat/message.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { newUserRecord } from "#lib/user-record.ts";
import { readDay } from "../../server/ai/budget.ts";
import { howMany } from "../support/how-many.ts";
import { type AskedOfAi, answerOf, startOpenAiServer } from "../support/openai-server.ts";
import { type AiPeople, given, openAiParts } from "./ai-parts.ts";
import { runAndKill, withServerBackend } from "./kill-under-way.ts";

const ROUNDS = howMany("AI_KILL_ROUNDS", { short: 2, full: 80 });
const script = new URL("./ai-until-killed.ts", import.meta.url);
/** One is in the middle of its stream, and others have ended. */
const isUnderWay = (output: string) =>
  /^h /m.test(output) && (output.match(/^d /gm)?.length ?? 0) > 3;

function behaviour({ body }: AskedOfAi) {
  const isWaiting = body.messages.at(-1)?.content === "Wait";
  return isWaiting
    ? { steps: [{ text: "Once " }, { text: "upon" }, "hang" as const] }
    : answerOf(["Yes, ", "it is."]);
}

test(`R1: kill -9 while the AI answers: what was broken off is ended at the start, and nobody pays for it (${ROUNDS} rounds)`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "foyer-ai-"));
  await using provider = await startOpenAiServer();
  provider.behave(behaviour);
  try {
    const people = await withServerBackend(dataDir, (backend) => prepare(backend, provider.url));
    const begun = new Map<string, string>();
    const done = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      // oxlint-disable no-await-in-loop -- one round after the other
      const asked = { url: provider.url, round, people };
      const afterMs = (round * 37) % 200;
      const output = await runAndKill({ script, dataDir, asked, isUnderWay, afterMs });
      for (const [, uid = "", id = ""] of output.matchAll(/^b (\S+) (\S+)$/gm)) begun.set(id, uid);
      for (const [, id = ""] of output.matchAll(/^d \S+ (\S+)$/gm)) done.add(id);
      const told = Array.from(output.matchAll(/^h (\S+)$/gm), ([, id = ""]) => id);
      expect(told).toHaveLength(1);
      await withServerBackend(dataDir, (backend) =>
        check(backend, { url: provider.url, people, begun, done, broken: told[0] ?? "" }),
      );
      // oxlint-enable no-await-in-loop
    }
    expect(done.size).toBeGreaterThan(3 * ROUNDS);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

async function prepare(backend: ServerBackend, url: string): Promise<AiPeople> {
  const { rooms, tokens } = openAiParts(backend, url);
  await backend.updateValues({ aiSettings: { userDaily: given, siteDaily: given } });
  const made: AiPeople = { rooms: {}, waiting: "" };
  for (const name of ["ann", "ben", "cam"]) {
    // oxlint-disable no-await-in-loop -- three of them
    const email = `${name}@example.com`;
    const { uid } = await backend.createAccount({ email, emailVerified: true });
    const record = newUserRecord({ uid, name, email, now: new Date() });
    await backend.updateValues({ [`users/${uid}`]: record });
    await tokens.grant(uid, { amount: given - 10, reason: "A gift", key: "gift", by: "boss" });
    const room = await rooms.make(uid, { kind: "ai" });
    if (!("room" in room)) throw new Error("No chat was made.");
    made.rooms[uid] = room.room;
    made.waiting = uid;
    // oxlint-enable no-await-in-loop
  }
  await tokens.settled();
  return made;
}

async function check(
  backend: ServerBackend,
  of: {
    url: string;
    people: AiPeople;
    begun: Map<string, string>;
    done: Set<string>;
    broken: string;
  },
): Promise<void> {
  const { ai, tokens } = openAiParts(backend, of.url);
  const valueAt = async (path: string) => (await backend.getValue(path)).value;
  // As at a start.
  ai.start();
  await ai.close();
  await tokens.settled();
  expect(await valueAt("aiRunning")).toBeNull();
  const spentBy = new Map<string, number>();
  for (const [uid, room] of Object.entries(of.people.rooms)) {
    // oxlint-disable no-await-in-loop -- one after the other
    expect(await valueAt(`chat/${room}/streams`)).toBeNull();
    const messages = Object.values((await valueAt(`chat/${room}/messages`)) ?? {}) as Message[];
    const answers = new Map(messages.filter(({ by }) => by === "ai").map((one) => [one.id, one]));
    expect(answers.size).toBe(messages.filter(({ by }) => by === "ai").length);
    const runs = new Map(Object.entries((await valueAt(`aiRuns/${uid}`)) as Record<string, AiRun>));
    let spent = 0;
    for (const [id, run] of runs) {
      expect(run).toMatchObject({ spent: answers.get(id)?.ai?.spent });
      expect(run.state).toBe(answers.get(id)?.ai?.state);
      spent += run.spent ?? 0;
    }
    expect(answers.size).toBe(runs.size);
    const ended = [...of.done].filter((id) => of.begun.get(id) === uid);
    expect(ended.filter((id) => answers.get(id)?.ai?.state !== "done")).toEqual([]);
    const account = await tokens.account(uid);
    expect(account).toMatchObject({ balance: given - spent, holds: {} });
    const ledger = await tokens.ledger(uid, { limit: 100_000 });
    expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(given - spent);
    spentBy.set(uid, spent);
    // oxlint-enable no-await-in-loop
  }
  const { rooms, waiting } = of.people;
  expect(spentBy.get(waiting)).toBe(0);
  const all = Object.values((await valueAt(`chat/${rooms[waiting] ?? ""}/messages`)) ?? {});
  const broken = (all as Message[]).find(({ id, by }) => by === "ai" && id === of.broken);
  expect(broken).toMatchObject({ ai: { state: "broken", why: "server", spent: 0 } });
  expect("Once upon".startsWith(broken?.text ?? "-")).toBe(true);
  const days = Object.values((await valueAt("aiBudget")) ?? {}).map(readDay);
  expect(days.map(({ reserved }) => reserved.size)).toEqual(days.map(() => 0));
  expect(days.reduce((sum, day) => sum + day.spent, 0)).toBe(
    [...spentBy.values()].reduce((sum, spent) => sum + spent, 0),
  );
}
