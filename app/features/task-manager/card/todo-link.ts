/** A card in one's own todo list. */
import { randomId } from "#app/live/random-id.ts";
import { openTodos } from "#app/live/todos.ts";
import type { Card } from "#lib/boards/board-items.ts";
import { orderBehind } from "#lib/records/place.ts";
import { type Placed, byOrder } from "#lib/records/place.ts";
import { taskOf } from "#lib/todo/task.ts";
import type { When } from "#lib/todo/task.ts";
import { newTaskChanges } from "#lib/todo/todo-changes.ts";

/**
 * At the end of the Inbox, due as the card is, with the card's address in its notes.
 * @returns the task's id @throws when the browser cannot keep it
 */
export async function addToTodos(
  uid: string,
  card: Pick<Card, "title" | "due" | "zone">,
  { address, zone }: { address: string; zone: string },
): Promise<string> {
  const records = await openTodos(uid);
  try {
    const inbox: Placed[] = [];
    for (const [id, item] of records.all("tasks")) {
      const task = taskOf(id, item);
      if (task?.list === "" && task.parent === "") inbox.push({ id, order: task.order });
    }
    const sorted = inbox.toSorted(byOrder);
    const id = randomId();
    const order = orderBehind(sorted, sorted.length - 1, Math.random);
    const due = dueOf(card, zone);
    await records.change(
      newTaskChanges(id, {
        title: card.title,
        list: "",
        parent: "",
        order,
        notes: address,
        ...(due && { due }),
      }),
    );
    return id;
  } finally {
    records.close();
  }
}

function dueOf({ due, zone }: Pick<Card, "due" | "zone">, boardZone: string): When | undefined {
  const [date = "", time] = due.split("T");
  if (date === "") return undefined;
  return { date, time: time ?? null, zone: time === undefined ? "" : zone || boardZone };
}
