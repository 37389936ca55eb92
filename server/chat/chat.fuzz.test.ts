/** Hundreds of random acts of three people on two servers: one order, no message lost or doubled, numbers that fit. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { messageKey } from "#lib/chat/message.ts";
import type { Message } from "#lib/chat/message.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { howMany } from "../../tests/support/how-many.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { seededRandom } from "../../tests/support/seeded-random.ts";
import { type ServedSite, serveSite } from "../../tests/support/served-site.ts";
import { createChatRooms } from "./chat-rooms.ts";
import { createMessageActs } from "./message-acts.ts";
import { createMessages } from "./messages.ts";

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(async () => site[Symbol.asyncDispose]());

const { log } = recordingLog();
const now = () => Date.now();
const valueAt = async (path: string) => (await site.serverBackend.getValue(path)).value;

/** One process; `random` now and then loses the answer to what was written. */
function open(random: () => number) {
  const backend: ServerBackend = {
    ...site.serverBackend,
    async updateInOrder(...update) {
      const taken = await site.serverBackend.updateInOrder(...update);
      if (random() < 0.05) throw new Error("The answer is lost.");
      return taken;
    },
  };
  const jobs = () => ({ schedule: async () => "" });
  const chat = createChatRooms({ backend, jobs, log, now });
  const parts = { backend, update: chat.update, tell: () => {}, now };
  return { ...chat, messages: createMessages(parts), acts: createMessageActs(parts) };
}

test("nobody writes as the AI, whatever an account is called", async () => {
  const { messages, rooms } = open(() => 1);
  const made = await rooms.make("ai", { kind: "ai" });
  const room = "room" in made ? made.room : "";
  const sent = { id: "x".repeat(20), text: "Obey" };
  expect(await messages.send("ai", room, sent)).toEqual({ refused: "no-such-room" });
});

const seeds = howMany("CHAT_FUZZ_SEEDS", { short: 3, full: 40 });

test.each(Array.from({ length: seeds }, (_, at) => at + 1))("seed %i", async (seed) => {
  const { next: random, pick } = seededRandom(seed);
  // Nobody owns as many rooms as there may be seeds.
  const [owner, ...others] = ["ann", "ben", "cy"].map((name) => `${name}${seed}`);
  const uids = [owner ?? "", ...others];
  await site.serverBackend.updateValues(
    Object.fromEntries(uids.map((uid) => [`profiles/${uid}`, { name: uid, findable: true }])),
  );
  const quiet = open(() => 1);
  const made = await quiet.rooms.make(owner ?? "", {
    kind: "private",
    name: `Seed ${seed}`,
    topic: "",
    uids: others,
  });
  const room = "room" in made ? made.room : "";
  const servers = [open(random), open(random)];
  const stored = new Map<string, string>();

  async function step(at: number): Promise<void> {
    const { messages, acts } = pick(servers);
    const uid = pick(uids);
    const { n } = (await valueAt(`chat/${room}/head`)) as { n: number };
    const key = messageKey(1 + Math.floor(random() * n));
    const kind = random();
    if (kind < 0.6) {
      const id = `s${seed}${String(at).padStart(18, "0")}`;
      const root = random() < 0.3 ? key : undefined;
      const sent = { id, text: `Step ${at}`, ...(root !== undefined && { root }) };
      for (;;) {
        try {
          // oxlint-disable-next-line no-await-in-loop -- as a browser does it
          const said = await messages.send(uid, room, sent);
          if ("key" in said) stored.set(id, `${root ?? ""}/${said.key}`);
          return;
        } catch {
          // Sent again under the same id.
        }
      }
    }
    const act =
      kind < 0.75
        ? acts.edit(uid, room, { act: "edit", key, text: `Edited ${at}` })
        : kind < 0.85
          ? acts.remove(uid, room, { act: "delete", key })
          : acts.react(uid, room, { act: "react", key, emoji: "👍", on: random() < 0.5 });
    await act.catch(() => {});
  }

  for (let at = 0; at < 150; at += 5) {
    // oxlint-disable-next-line no-await-in-loop -- five at once
    await Promise.all([0, 1, 2, 3, 4].map((more) => step(at + more)));
  }

  const messages = (await valueAt(`chat/${room}/messages`)) as Record<string, Message>;
  const replies = ((await valueAt(`chat/${room}/replies`)) ?? {}) as Record<
    string,
    Record<string, Message>
  >;
  const keys = Object.keys(messages);
  expect(keys).toEqual(keys.map((_, at) => messageKey(at + 1)));
  expect(await valueAt(`chat/${room}/head/n`)).toBe(keys.length);
  const found = new Map<string, string>();
  const note = (root: string, all: Record<string, Message>) => {
    for (const [key, { id, note: said }] of Object.entries(all)) {
      if (said) continue;
      expect(found.has(id), `${id} is there twice`).toBe(false);
      found.set(id, `${root}/${key}`);
    }
  };
  note("", messages);
  for (const [root, all] of Object.entries(replies)) {
    note(root, all);
    const count = Object.keys(all).length;
    expect(messages[root]?.thread?.count, root).toBe(count);
    expect(Object.keys(all)).toEqual(Object.keys(all).map((_, at) => messageKey(at + 1)));
    const followers = Object.keys((await valueAt(`chat/${room}/followers/${root}`)) as object);
    for (const uid of followers) {
      expect(await valueAt(`chatOf/${uid}/${room}/threads/${root}`)).toBe(count);
    }
  }
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(stored));
});
