/** A task in the editor: “[ ] ” at the start of a line makes one, in a list of bullets, too, as Markdown has it. */
import { InputRule } from "@tiptap/core";
import { TaskItem } from "@tiptap/extension-list";
import { Fragment } from "@tiptap/pm/model";
import type { Node } from "@tiptap/pm/model";
import { TextSelection } from "@tiptap/pm/state";
import type { Transaction } from "@tiptap/pm/state";

export const Task = TaskItem.extend({
  addInputRules() {
    const inBullets = new InputRule({
      find: /^\[([ xX]?)\]\s$/,
      handler: ({ state: { tr }, range: { from, to }, match }) => {
        const $from = tr.doc.resolve(from);
        const isItemsStart =
          $from.parentOffset === 0 &&
          $from.depth > 2 &&
          $from.index(-1) === 0 &&
          $from.node(-2).type.name === "bulletList";
        if (!isItemsStart) return;
        tr.delete(from, to);
        makeTask(tr, from, (match[1] ?? "").toLowerCase() === "x");
      },
    });
    return [...(this.parent?.() ?? []), inBullets];
  },
}).configure({ nested: true });

/** Of the bullet whose first line begins at `start`: those before and behind it stay bullets, tasks beside it are of its list. */
function makeTask(tr: Transaction, start: number, checked: boolean): void {
  const $start = tr.doc.resolve(start);
  const [item, list, at] = [$start.node(-1), $start.node(-2), $start.index(-2)];
  const { taskItem, taskList } = tr.doc.type.schema.nodes;
  if (!taskItem || !taskList) return;
  const task = taskList.create(null, taskItem.create({ checked }, item.content));
  const part = (from: number, to?: number): Node[] => {
    const items = list.children.slice(from, to);
    return items.length === 0 ? [] : [list.copy(Fragment.from(items))];
  };
  const before = part(0, at);
  const place = $start.before(-2);
  const taskPlace = place + Fragment.from(before).size;
  tr.replaceWith(place, $start.after(-2), [...before, task, ...part(at + 1)]);
  tr.setSelection(TextSelection.create(tr.doc, taskPlace + (start - $start.before(-1)) + 1));
  for (const between of [taskPlace + task.nodeSize, taskPlace]) {
    const { nodeBefore, nodeAfter } = tr.doc.resolve(between);
    if (nodeBefore?.type === taskList && nodeAfter?.type === taskList) tr.join(between);
  }
}
