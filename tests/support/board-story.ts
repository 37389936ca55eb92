/** A board of three accounts, as they work on it: at a desk, on a laptop, and on a phone. */
import * as hand from "./board-hands.ts";
import { LiveStory, often, writes } from "./live-story.ts";
import type { Act, Device, Hands } from "./live-story.ts";

const key = (name: string, keys: string): Act => ({
  name,
  with: (hands, id) => hand.pressOn(hands, id, keys),
});

const acts: readonly Act[] = [
  ...often({ name: "adds a card", isAdding: true, run: (hands) => hand.addCard(hands) }, 4),
  ...writes("writes into a title", hand.writeTitle),
  ...often({ name: "renames it", isAdding: true, isWriting: true, with: hand.rename }, 2),
  ...often({ name: "comments on it", isAdding: true, with: hand.comment }, 2),
  ...often({ name: "adds a check", isAdding: true, with: hand.addCheck }, 2),
  ...often(key("moves it to the right", "Alt+ArrowRight"), 3),
  key("moves it to the left", "Alt+ArrowLeft"),
  key("moves it up", "Alt+ArrowUp"),
  ...often({ name: "moves it by the dialog", with: hand.moveByDialog }, 2),
  key("archives it", "z"),
  key("deletes it", "Delete"),
  key("marks it as done", "x"),
  { name: "asks again for what was turned back", run: (hands) => hand.askAgain(hands) },
  ...often({ name: "takes back", run: undoOne }, 2),
];

async function undoOne(hands: Hands, device: Device, { notes }: LiveStory): Promise<void> {
  const what = await hand.undo(hands);
  if (!/^(?:Rename|Title)/.test(what)) return;
  // Two times in the same field in a row may be one act, and the last try may have come to nothing.
  const last = device.written.filter((words) => words.length > 0).slice(-2);
  for (const word of last.flat()) notes.letGo.add(word);
}

/** @param board its id, once there is one */
export function openBoardStory(seed: number, board: () => string): LiveStory {
  return new LiveStory(seed, {
    acts,
    async open(page) {
      await page.goto(`/TaskManager?board=${board()}`);
      await page.getByRole("region", { name: "To do", exact: true }).waitFor();
    },
    idsIn: hand.cardsIn,
    add: hand.addCard,
    beginToWrite: hand.beginToWrite,
    writeAtOnce: hand.rename,
    closeAll: hand.closeAll,
  });
}
