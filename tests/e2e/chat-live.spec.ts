/**
 * Three people at four devices write, change, delete, react and answer in threads, look elsewhere, load the page anew, are
 * without a network and have their tabs killed, in an order that a seed gives. At the end every device shows the same messages
 * in the same order, those that the server has: nothing is lost or there twice, and what is unread is the same everywhere.
 * FUZZ_SEED runs one seed, FUZZ_RUNS more, each of CHAT_LIVE_STEPS acts.
 */
import { type Message, messageKey } from "#lib/chat/message.ts";
import {
  ask,
  enterChat,
  history,
  message,
  messages,
  roomOf,
  write,
} from "../support/chat-hands.ts";
import { ChatStory } from "../support/chat-story.ts";
import { howMany } from "../support/how-many.ts";
import { expect, test } from "../support/site-test.ts";

const runs = Number(process.env["FUZZ_RUNS"] ?? 1);
const only = process.env["FUZZ_SEED"];
const seeds = only === undefined ? Array.from({ length: runs }, (_, at) => at + 1) : [Number(only)];
const steps = howMany("CHAT_LIVE_STEPS", { short: 20, full: 300 });

test.describe.configure({ timeout: 90_000 + steps * 4000 });
// A trace of hundreds of acts takes longer than they do.
test.use({ trace: "off" });

for (const seed of seeds) {
  test(
    `three people end with the same messages in one order, which is the server's, by seed ${seed}`,
    { tag: ["@embedded", "@long"] },
    async ({ browser, foyer }) => {
      const story = new ChatStory(seed, foyer);
      try {
        await story.begin(browser);
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        for (let step = 0; step < steps; step += 1) await story.step();
        await story.comeTogether();
        await story.twoDevices();
        await story.comeTogether();
        await compare(story);
        // It was done, and not only tried.
        expect(story.missed).toBeLessThanOrEqual(steps / 100);
      } catch (error) {
        console.error(`Seed ${seed}, ${steps} steps:\n${story.told.join("\n")}`);
        throw error;
      }
      for (const { page } of story.devices) await page.context().close();
    },
  );
}

test(
  "who has scrolled back sees what they write",
  { tag: "@embedded" },
  async ({ page, foyer }) => {
    const ann = await enterChat(page, "Ann");
    const room = await roomOf(foyer, [ann]);
    for (let at = 0; at < 30; at += 1) {
      const sent = { id: String(at).padStart(20, "0"), text: `Line ${at}` };
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await ask(foyer, ann, `/${room}/messages`, sent)).status).toBe(201);
    }
    await expect(message(page, "Line 29")).toBeInViewport();
    await history(page).evaluate((place) => place.scrollTo(0, 0));
    await expect(message(page, "Line 0")).toBeInViewport();
    await expect(message(page, "Line 29")).not.toBeInViewport();
    await write(page, "Down here");
    await expect(message(page, "Down here")).toBeInViewport();
  },
);

async function compare(story: ChatStory): Promise<void> {
  // What was written without a network goes on its way a moment later.
  await expect(async () => {
    const { room, threads } = await story.everything<Record<string, Message>>();
    for (const all of [room, ...Object.values(threads)]) {
      const keys = Object.keys(all).toSorted();
      expect(keys).toEqual(keys.map((_, at) => messageKey(at + 1)));
    }
    const stored = Object.values(room).concat(...Object.values(threads).map(Object.values));
    const words = stored.flatMap(({ text, gone, note }) =>
      note || gone ? [] : [/^w\d+z/.exec(text)?.[0] ?? text],
    );
    const expected = [...story.sent].filter(([, { isDeleted }]) => !isDeleted);
    expect(words.toSorted()).toEqual(expected.map(([word]) => word).toSorted());
    const gone = stored.filter((message) => message.gone).length;
    expect(gone).toBe(story.sent.size - expected.length);
    for (const [root, all] of Object.entries(threads)) {
      expect(room[root]?.thread?.count).toBe(Object.keys(all).length);
      const word = /^w\d+z/.exec(room[root]!.text)?.[0];
      const answers = [...story.sent].filter(([, sent]) => sent.root === word);
      expect(answers).toHaveLength(Object.keys(all).length);
    }
  }).toPass({ timeout: 30_000 });
  const { room } = await story.everything<Record<string, Message>>();
  const expected = Object.keys(room)
    .toSorted()
    .flatMap((key) => shownOf(room[key]!));
  for (const { name, page } of story.devices) {
    // oxlint-disable-next-line no-await-in-loop
    await page.setViewportSize({ width: 1280, height: 9000 });
    // oxlint-disable-next-line no-await-in-loop
    await expect(async () => {
      const shown = await messages(page).evaluateAll(wordsOf);
      // Of a long history those at the end are drawn.
      expect(shown, name).toEqual(expected.slice(-shown.length));
      expect(shown.length, name).toBeGreaterThan(Math.min(20, expected.length - 1));
    }).toPass({ timeout: 30_000 });
  }
  await story.unreadIsRight();
}

/** As `wordsOf` reads it from a page. */
function shownOf({ text, gone, note, reactions = {}, thread }: Message): string[] {
  if (note) return [];
  const all = Object.entries(reactions).map(([emoji, who]) => `${emoji}${Object.keys(who).length}`);
  const answers = thread ? [thread.count === 1 ? "1 answer" : `${thread.count} answers`] : [];
  return [[gone ? "This message was deleted." : text, ...all, ...answers].join(" ")];
}

/** Runs in the page. */
function wordsOf(all: readonly Element[]): string[] {
  return all.map((one) => {
    const text = one.querySelector(".chat-text, .chat-gone")?.textContent ?? "";
    const reactions = Array.from(
      one.querySelectorAll(".chat-reactions button"),
      ({ textContent }) => textContent.replace(" ", ""),
    );
    const answers = one.querySelector(".chat-thread-line")?.firstChild?.textContent;
    return [text.replace(" (edited)", ""), ...reactions, ...(answers ? [answers] : [])].join(" ");
  });
}
