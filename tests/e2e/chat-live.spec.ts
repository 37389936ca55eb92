/**
 * Three people write, change, delete, react and load the page anew, in an order that a seed gives. At the end all of them see
 * the same messages in the same order: those that the server has.
 */
import { type Message, messageKey } from "#lib/chat/message.ts";
import {
  type Person,
  actOn,
  another,
  chooseOf,
  confirm,
  enterChat,
  field,
  message,
  messages,
  roomOf,
  write,
} from "../support/chat-hands.ts";
import { howMany } from "../support/how-many.ts";
import { type Random, seededRandom } from "../support/seeded-random.ts";
import { expect, test } from "../support/site-test.ts";

const steps = howMany("CHAT_LIVE_STEPS", { short: 60, full: 300 });
test.describe.configure({ timeout: 120_000 + steps * 4000 });
// A trace of hundreds of acts takes longer than they do.
test.use({ trace: "off" });

/** Nothing that can be done at all takes longer. */
const patienceMs = 6000;

type Act = (person: Person, random: Random, step: number) => Promise<void>;

const own = ({ page }: Person) =>
  messages(page)
    .and(page.getByRole("article", { name: /^You, / }))
    .filter({ has: page.locator(".chat-text") });

const acts: Record<string, Act> = {
  send: ({ page }, _, step) => write(page, `Word ${step}`),
  async edit(person, _, step) {
    const last = own(person).last();
    await chooseOf(person.page, last, "Edit");
    await expect(person.page.getByText("You are changing a message.")).toBeVisible();
    await write(person.page, `Changed ${step}`);
  },
  async delete(person) {
    await chooseOf(person.page, own(person).last(), "Delete…");
    await confirm(person.page, "Delete");
  },
  async react({ page }, random) {
    const shown = messages(page).filter({ has: page.locator(".chat-text") });
    await actOn(shown.last(), "React");
    await page
      .getByRole("searchbox", { name: "Find an emoji" })
      .fill(random.pick(["heart", "fire"]));
    await page.keyboard.press("Enter");
  },
  async reload({ page }) {
    await page.reload();
    await expect(field(page)).toBeVisible();
  },
};
const kinds = ["send", "send", "send", "send", "edit", "react", "react", "delete", "reload"];

test(
  "three people end with the same messages in one order, which is the server's",
  { tag: ["@embedded", "@long"] },
  async ({ page, browser, foyer }) => {
    const random = seededRandom(17);
    const people: [Person, ...Person[]] = [
      await enterChat(page, "Ann"),
      await another(browser, "Ben"),
      await another(browser, "Cleo"),
    ];
    const room = await roomOf(foyer, people);
    for (const { page: of } of people) of.setDefaultTimeout(patienceMs);
    // Each has something to change, and sees something to react to.
    for (const [at, { page: of }] of people.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await write(of, `Begin ${at}`);
      // oxlint-disable-next-line no-await-in-loop
      for (const other of people) await expect(message(other.page, `Begin ${at}`)).toBeVisible();
    }
    const told: string[] = [];
    let missed = 0;
    for (let step = 0; step < steps; step += 1) {
      const [person, kind] = [random.pick(people), random.pick(kinds)];
      told.push(`${step} ${person.name} ${kind}`);
      // Somebody may just have deleted what is pressed on.
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const done = await acts[kind]!(person, random, step).then(
        () => true,
        (error: unknown) => {
          told.push(String(error).slice(0, 700));
          return false;
        },
      );
      if (done) continue;
      missed += 1;
      told.push("  missed");
      // oxlint-disable-next-line no-await-in-loop
      await acts["reload"]!(person, random, step);
    }
    expect(missed, told.join("\n")).toBeLessThan(steps / 5);

    // The last step may be on its way still.
    const expectedNow = async () => {
      const answer = await foyer.database(`chat/${room}/messages`, people[0].idToken);
      const stored = (await answer.json()) as Record<string, Message>;
      const keys = Object.keys(stored).toSorted();
      expect(keys).toEqual(keys.map((_, at) => messageKey(at + 1)));
      return keys.map((key) => wordsOf(stored[key]!)).filter((words) => words !== "");
    };
    for (const { page: of } of people) {
      // oxlint-disable-next-line no-await-in-loop
      await of.setViewportSize({ width: 1280, height: 9000 });
      // oxlint-disable-next-line no-await-in-loop
      await expect(async () => {
        const shown = await messages(of).evaluateAll((all) =>
          all.map((one) => {
            const reactions = Array.from(
              one.querySelectorAll(".chat-reactions button"),
              ({ textContent }) => textContent.replace(" ", ""),
            );
            const text = one.querySelector(".chat-text, .chat-gone")?.textContent ?? "";
            return [text.replace(" (edited)", ""), ...reactions].join(" ");
          }),
        );
        const expected = await expectedNow();
        // Of a long history those at the end are drawn.
        expect(shown).toEqual(expected.slice(-shown.length));
        expect(shown.length).toBeGreaterThan(Math.min(20, expected.length - 1));
      }).toPass({ timeout: 30_000 });
    }
  },
);

function wordsOf({ text, gone, note, reactions = {} }: Message): string {
  if (note) return "";
  if (gone) return "This message was deleted.";
  const all = Object.entries(reactions).map(([emoji, who]) => `${emoji}${Object.keys(who).length}`);
  return [text, ...all].join(" ");
}
