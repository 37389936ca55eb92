import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Message, messageKey } from "#lib/chat/message.ts";
import type { OwnRoom, RoomHead, RoomMember } from "#lib/chat/room.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { howMany } from "../support/how-many.ts";
import { openChatServer, sentOf, writers } from "./chat-parts.ts";
import { runAndKill, withServerBackend } from "./kill-under-way.ts";

const rounds = howMany("CHAT_KILL_ROUNDS", { short: 3, full: 60 });
const script = new URL("./chat-until-killed.ts", import.meta.url);
const hourMs = 3_600_000;
const people = [...writers, "dan"];

test(`kill -9 while three servers write in a room and one changes its members: what was answered is there once, without a gap, and everything agrees (${rounds} rounds)`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "foyer-chat-"));
  try {
    const { room, root } = await withServerBackend(dataDir, makeRoom);
    const begun = new Set<number>();
    const places = new Map<number, string>();
    for (let round = 0; round < rounds; round += 1) {
      const again = [...begun].filter((number) => !places.has(number));
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      const output = await runAndKill({
        script,
        dataDir,
        asked: { room, root, first: Math.max(0, ...begun) + 1, again },
        isUnderWay: (text) =>
          linesOf("a", text) > again.length + 10 &&
          / replies\//.test(text) &&
          linesOf("m", text) > 1,
        afterMs: (round * 37) % 300,
      });
      for (const [, number] of output.matchAll(/^b (\d+)$/gm)) begun.add(Number(number));
      for (const [, number, place = ""] of output.matchAll(/^a (\d+) (\S+)$/gm)) {
        places.set(Number(number), place);
      }
      // oxlint-disable-next-line no-await-in-loop -- see above
      await withServerBackend(dataDir, async (backend) => {
        // When what is young has settled, as the daily job does it.
        const server = openChatServer(backend, () => Date.now() + hourMs);
        const { signal } = new AbortController();
        const swept = await server.sweep["sweep-chat"]!.run({}, { signal } as never);
        expect(swept).toMatchObject({ rooms: 1, failed: 0 });
        const found = await assertRoom(backend, room);
        const byId = new Map([...begun].map((number) => [sentOf(number, root).id, number]));
        for (const [id, place] of found) {
          const number = byId.get(id);
          expect(number, `${id} at ${place} was begun`).toBeDefined();
          expect(places.get(number!) ?? place).toBe(place);
        }
        expect([...places.keys()].filter((number) => !found.has(sentOf(number, root).id))).toEqual(
          [],
        );
      });
    }
    expect(places.size).toBeGreaterThan(rounds * 10);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

const linesOf = (letter: string, text: string) =>
  text.split("\n").filter((line) => line.startsWith(`${letter} `)).length;

async function makeRoom(backend: ServerBackend): Promise<{ room: string; root: string }> {
  const profiles = people.map((uid) => [`profiles/${uid}`, { name: uid, findable: true }]);
  await backend.updateValues(Object.fromEntries(profiles));
  const { rooms, messages } = openChatServer(backend, Date.now);
  const uids = writers.slice(1);
  const made = await rooms.make("ann", { kind: "private", name: "House", topic: "", uids });
  if (!("room" in made)) throw new Error("No room was made.");
  const { room } = made;
  const said = await messages.send("ann", room, { id: "root".padEnd(20, "0"), text: "Begin" });
  if (!("key" in said)) throw new Error("Nothing was written.");
  return { room, root: said.key };
}

/** Numbers without a gap, and all that is written of them and of the members elsewhere says the same. @returns places by id */
async function assertRoom(backend: ServerBackend, room: string): Promise<Map<string, string>> {
  const valueAt = async (path: string) => (await backend.getValue(path)).value;
  const { head, count, members, messages, replies, followers } = (await valueAt(
    `chat/${room}`,
  )) as unknown as {
    head: RoomHead;
    count: number;
    members: Record<string, RoomMember>;
    messages: Record<string, Message>;
    replies: Record<string, Record<string, Message>>;
    followers: Record<string, Record<string, true>>;
  };
  const found = new Map<string, string>();
  const note = (place: string, all: Record<string, Message>) => {
    const keys = Object.keys(all);
    expect(keys).toEqual(keys.map((_, at) => messageKey(at + 1)));
    for (const key of keys) {
      const { id, note: said } = all[key]!;
      if (said || id.startsWith("root")) continue;
      expect(found.has(id), `${id} is there twice`).toBe(false);
      found.set(id, `${place}/${key}`);
    }
    return keys;
  };
  const keys = note("messages", messages);
  const { at, by, text } = messages[keys.at(-1)!]!;
  expect(head).toEqual({ n: keys.length, at, by, text });
  for (const [root, all] of Object.entries(replies)) {
    const answers = note(`replies/${root}`, all).length;
    expect(messages[root]?.thread?.count).toBe(answers);
    for (const uid of Object.keys(followers[root]!)) {
      // oxlint-disable-next-line no-await-in-loop -- few follow it
      expect(await valueAt(`chatOf/${uid}/${room}/threads/${root}`)).toBe(answers);
    }
  }
  expect(count).toBe(Object.keys(members).length);
  for (const uid of people) {
    // oxlint-disable no-await-in-loop -- there are four
    const own = (await valueAt(`chatOf/${uid}/${room}`)) as OwnRoom | null;
    const document = await backend.getDocument(`memberships/chat_${room}_${uid}`);
    // oxlint-enable no-await-in-loop
    const role = members[uid]?.role;
    expect([uid, own?.role, document?.data["role"]]).toEqual([uid, role, role]);
  }
  return found;
}
