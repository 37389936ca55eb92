/** The todo list of one account, as two tabs of a desk and a phone work on it. */
import * as hand from "./todo-hands.ts";
import { LiveStory, often, writes } from "./live-story.ts";
import type { Act, Device, Hands, LiveTool } from "./live-story.ts";

const address = "/AdvancedTodoList?view=list:";

const key = (name: string, keys: string): Act => ({
  name,
  with: (hands, id) => hand.pressOn(hands, id, keys),
});

const acts: readonly Act[] = [
  ...often({ name: "adds a task", isAdding: true, run: (hands) => hand.addTask(hands) }, 4),
  ...writes("writes into a title", (hands, id) => hand.writeInPanel(hands, id, "Title")),
  ...writes("writes into notes", (hands, id) => hand.writeInPanel(hands, id, "Notes")),
  ...writes("writes into a row", hand.writeInRow),
  { name: "completes a task", with: hand.complete },
  { name: "completes one that repeats", with: hand.complete, isRepeating: true },
  key("makes it a subtask", "]"),
  key("takes it out", "["),
  key("moves it up", "Alt+ArrowUp"),
  key("moves it to the next column, or below another", "Alt+ArrowRight"),
  key("deletes it", "Delete"),
  { name: "moves it to a list", with: hand.moveToList },
  { name: "labels it", with: hand.label },
  { name: "gives it a priority", with: hand.prioritize },
  { name: "puts it off", with: hand.putOff },
  { name: "restores one", run: restoreOne },
  { name: "chooses between texts", run: settleOne },
  ...often({ name: "goes to another list", run: goSomewhere }, 3),
  ...often({ name: "takes back", run: undoOne }, 2),
  { name: "does again", run: (hands) => hand.redo(hands) },
];

function goSomewhere(hands: Hands): Promise<void> {
  return hand.goTo(hands, hands.random.pick(["Inbox", ...hand.lists]));
}

async function restoreOne(hands: Hands): Promise<void> {
  await hand.restore(hands);
  await hand.goTo(hands, "Inbox");
}

async function settleOne(hands: Hands): Promise<void> {
  await hand.settle(hands);
  await hand.closeAll(hands.page);
  await hand.goTo(hands, "Inbox");
}

async function undoOne(hands: Hands, device: Device, { notes }: LiveStory): Promise<void> {
  const what = await hand.undo(hands);
  if (!/^(?:Rename|Notes of)/.test(what)) return;
  // Two times in the same field in a row may be one act, and the last try may have come to nothing.
  const last = device.written.filter((words) => words.length > 0).slice(-2);
  for (const word of last.flat()) notes.letGo.add(word);
}

const tool: LiveTool = {
  acts,
  async open(page) {
    await page.goto(address);
    await hand.newTask(page).waitFor();
  },
  idsIn: hand.tasksIn,
  add: hand.addTask,
  async repeating(page) {
    const rows = page.locator(".task-row", { has: page.getByLabel("Repeats") });
    const [first] = await rows.evaluateAll((all) => all.map((row) => row.dataset["id"]));
    return first;
  },
  beginToWrite: hand.beginToWrite,
  writeAtOnce: (hands, id) => hand.writeInPanel(hands, id, "Title"),
  closeAll: hand.closeAll,
};

export const openTodoStory = (seed: number): LiveStory => new LiveStory(seed, tool);
