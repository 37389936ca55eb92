/** What can be done in the todo list. Each act is one step of the undo stack. */
import type { Change } from "#app/live/records/records.ts";
import { randomId } from "#app/live/random-id.ts";
import { closeToastsAbout, offerUndo, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { orderBehind } from "#lib/todo/place.ts";
import type { QuickAdd } from "#lib/todo/quick-add-parts.ts";
import type { Rule } from "#lib/todo/rule.ts";
import type { Plan, Priority, Task, When } from "#lib/todo/task.ts";
import {
  addedChanges,
  newTaskChanges,
  planParts,
  remindParts,
  seriesChange,
  whenParts,
} from "#lib/todo/todo-changes.ts";
import type { TodoStore } from "../index/todo-store.ts";
import type { Now } from "../now.ts";
import type { Act, UndoStack } from "../undo.ts";
import { completedChanges } from "./complete.ts";
import { createGroupActs } from "./group-acts.ts";
import type { GroupActs } from "./group-acts.ts";
import { indentPlace, moveChanges, ordersAt, stepPlace, topsOf, withSubtasks } from "./places.ts";
import type { Place } from "./places.ts";
import { dueChanges, setOf, whenOf } from "./values.ts";
import { quoted, tasksWord } from "./words.ts";

/** As it was typed, and where it goes unless that names a list. */
type NewTask = { typed: QuickAdd; place: Place };

export type TodoActs = {
  groups: GroupActs;
  /** @returns its id; undefined when there is no room */
  add(task: NewTask): string | undefined;
  addUnder(parent: string, title: string): void;
  complete(ids: readonly string[], as?: "done" | "skipped"): void;
  reopen(ids: readonly string[]): void;
  /** Typing in one field is one step. */
  write(id: string, register: "title" | "notes", text: string): void;
  due(ids: readonly string[], due: When | null): void;
  start(ids: readonly string[], day: string | null): void;
  plan(ids: readonly string[], plan: Plan | null): void;
  prio(ids: readonly string[], prio: Priority): void;
  label(ids: readonly string[], label: string, isOn: boolean): void;
  remind(id: string, remind: When | null): void;
  /** From this task on; null: it comes no more. */
  repeat(id: string, rule: Rule | null): void;
  /** @returns whether they fit there */
  move(ids: readonly string[], place: Place): boolean;
  indent(id: string, by: 1 | -1): boolean;
  step(id: string, by: 1 | -1): boolean;
  remove(ids: readonly string[]): void;
  restore(ids: readonly string[]): void;
  /** A text that lost against another one: it takes that one's place, or is let go. */
  settleLost(id: string, isUsed: boolean): void;
  undo(act?: Act): boolean;
  redo(): boolean;
};

const mostOpen = 10_000;

type ActParts = { store: TodoStore; stack: UndoStack; now: () => Now };

export function createTodoActs({ store, stack, now }: ActParts): TodoActs {
  const task = (id: string) => store.task(id);
  const known = (ids: readonly string[]) => ids.flatMap((id) => task(id) ?? []);

  function named(ids: readonly string[]): string {
    return ids.length === 1 ? quoted(task(ids[0]!)?.title ?? "") : tasksWord(ids.length);
  }

  function run(words: string, changes: readonly Change[], together?: string): Act | undefined {
    return changes.length === 0 ? undefined : stack.run(words, changes, together);
  }

  function offer(text: string, act: Act | undefined): void {
    if (!act) return;
    offerUndo({ text, undo: async () => said(stack.undo(act)), about: idsOf(act) });
  }

  /** What is said of an undo; with nothing to say it is seen. */
  function said(undone: ReturnType<UndoStack["undo"]>): string | undefined {
    if (!undone) return "It was undone already.";
    const { kept, of } = undone;
    if (kept === 0) return undefined;
    const verb = kept === 1 ? "was changed since, and stays" : "were changed since, and stay";
    return `${kept} of ${of} ${verb}.`;
  }

  function tellUndone(verb: string, undone: ReturnType<UndoStack["undo"]>): boolean {
    if (!undone) return false;
    closeToastsAbout(idsOf(undone.act));
    const kept = said(undone);
    if (kept !== undefined) tellProblem(`${verb}: ${undone.act.words}. ${kept}`);
    return true;
  }

  function each(
    verb: string,
    ids: readonly string[],
    change: (task: Task) => Change[],
    together?: string,
  ): Act | undefined {
    return run(`${verb} ${named(ids)}`, known(ids).flatMap(change), together);
  }

  const groups = createGroupActs({ store, run, offer });

  return {
    groups,
    add({ typed, place }) {
      if (openCount(store) >= mostOpen) {
        tellProblem(`A todo list has room for ${mostOpen.toLocaleString("en")} open tasks.`);
        return undefined;
      }
      const id = randomId();
      // One that is named and is not looked at has an order of its own; a new one has nothing in it.
      const list = typed.list === null ? place.list : (typed.list.id ?? id);
      const [order = ""] = ordersAt(store, list === place.list ? place : { list, parent: "" }, 1);
      const nextOrder = () => orderBehind(store.lists(), store.lists().length - 1, Math.random);
      const at = { ...place, id, order, column: "", makeId: randomId, nextOrder };
      run(`Add ${quoted(typed.title)}`, addedChanges(typed, at));
      return id;
    },
    addUnder(parent, title) {
      const above = task(parent);
      if (!above) return;
      const place = { list: store.listOf(above), parent };
      const [order] = ordersAt(store, place, 1);
      run(`Add ${quoted(title)}`, newTaskChanges(randomId(), { title, ...place, order: order! }));
    },
    complete(ids, as = "done") {
      const open = known(ids).filter(({ done }) => done === "");
      const words = as === "done" ? "Completed" : "Skipped";
      const name = named(open.map(({ id }) => id));
      const changes = topsOf(store, ids)
        .flatMap((id) => task(id) ?? [])
        .filter(({ done }) => done === "")
        .flatMap((one) => completedChanges(store, one, as, now()));
      const act = run(`${as === "done" ? "Complete" : "Skip"} ${name}`, changes);
      const next = open.length === 1 ? nextWords(store, open[0]!) : "";
      offer(`${words} ${name}.${next}`, act);
    },
    reopen(ids) {
      const changes = (one: Task) => [setOf(one.id, "done", { v: "", day: "", when: "" })];
      offer(`Reopened ${named(ids)}.`, each("Reopen", ids, changes));
    },
    write(id, register, text) {
      const old = task(id)?.[register];
      if (old === undefined || old === text) return;
      const words = register === "title" ? "Rename" : "Notes of";
      run(
        `${words} ${quoted(old && register === "title" ? old : (task(id)?.title ?? ""))}`,
        [setOf(id, register, { v: text })],
        `${register} ${id}`,
      );
    },
    due(ids, due) {
      const act = each("Due date of", ids, (one) => dueChanges(one, due));
      if (ids.length > 1) offer(`Moved ${tasksWord(ids.length)} to another day.`, act);
    },
    start: (ids, day) =>
      void each("Start of", ids, ({ id }) => [setOf(id, "start", { v: day ?? "" })]),
    plan: (ids, plan) =>
      void each("Plan", ids, ({ id }) => [setOf(id, "plan", planParts(plan, plan?.minutes ?? 0))]),
    prio: (ids, prio) =>
      void each("Priority of", ids, ({ id }) => [setOf(id, "prio", { v: prio })]),
    label(ids, label, isOn) {
      each("Labels of", ids, (one) => {
        const rest = one.labels.filter((other) => other !== label);
        return [setOf(one.id, "labels", { v: (isOn ? [...rest, label] : rest).join(" ") })];
      });
    },
    remind: (id, remind) =>
      void each("Reminder of", [id], () => [setOf(id, "remind", remindParts(remind))]),
    repeat(id, rule) {
      const series = randomId();
      each("Repeating of", [id], ({ due }) => {
        if (!rule) return [setOf(id, "series", { v: "", n: 0 })];
        return [
          seriesChange(series, rule, true),
          setOf(id, "series", { v: series, n: 1 }),
          ...(due ? [] : [setOf(id, "due", whenParts(whenOf(rule.start, rule.zone)))]),
        ];
      });
    },
    move(ids, place) {
      const changes = moveChanges(store, ids, place);
      if (!changes) {
        tellProblem("It was not moved: subtasks go three levels deep, and no task under itself.");
        return false;
      }
      const isElsewhere = known(ids).some((one) => store.listOf(one) !== place.list);
      const act = run(`Move ${named(ids)}`, changes);
      if (isElsewhere) offer(`Moved ${named(ids)} to ${groups.nameOf(place.list)}.`, act);
      return true;
    },
    indent(id, by) {
      const place = indentPlace(store, id, by);
      const changes = place && moveChanges(store, [id], place);
      return changes !== undefined && run(`Move ${named([id])}`, changes) !== undefined;
    },
    step(id, by) {
      const place = stepPlace(store, id, by);
      const changes = place && moveChanges(store, [id], place);
      return changes !== undefined && run(`Move ${named([id])}`, changes) !== undefined;
    },
    remove(ids) {
      const all = topsOf(store, ids).flatMap((id) => withSubtasks(store, id));
      const changes = all.map(({ id }) => setOf(id, "gone", { v: true }));
      const name = named(ids);
      offer(`Deleted ${name}.`, run(`Delete ${name}`, changes));
    },
    restore(ids) {
      const changes = ids.map((id) => setOf(id, "gone", { v: false }));
      offer(`${tasksWord(ids.length)} restored.`, run(`Restore ${tasksWord(ids.length)}`, changes));
    },
    settleLost(id, isUsed) {
      const lost = store.lost().find((one) => one.id === id);
      if (!lost) return;
      const { kind, of, register, text } = lost;
      const changes: Change[] = [{ kind: "lost", id, register: "gone", value: { v: true } }];
      if (isUsed) changes.unshift({ kind, id: of, register, value: { v: text } });
      const act = run(isUsed ? "Use an earlier text" : "Let an earlier text go", changes);
      offer(isUsed ? "The earlier text is used." : "The earlier text is let go.", act);
    },
    undo: (act) => tellUndone("Undone", stack.undo(act)),
    redo: () => tellUndone("Done again", stack.redo()),
  };
}

function openCount(store: TodoStore): number {
  let count = 0;
  for (const { done } of store.tasks().values()) if (done === "") count += 1;
  return count;
}

function idsOf({ written }: Act): string[] {
  return [...new Set(written.map(({ kind, id }) => `${kind}/${id}`))];
}

function nextWords(store: TodoStore, task: Task): string {
  const next = task.series && store.task(`${task.series.id}-${task.series.n + 1}`);
  return next?.due ? ` It comes again on ${next.due.date}.` : "";
}
