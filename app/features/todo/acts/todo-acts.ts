/** What can be done in the todo list. Each act is one step of the undo stack. */
import type { Change } from "#app/live/records/records.ts";
import { randomId } from "#app/live/random-id.ts";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { createUndoWords } from "#app/parts/undo/tell-undo.ts";
import { nextText, reopenChanges } from "#lib/todo/acts.ts";
import type { NextTexts } from "#lib/todo/acts.ts";
import { splitTitle } from "#lib/todo/quick-add-parts.ts";
import type { QuickAdd } from "#lib/todo/quick-add-parts.ts";
import type { Rule } from "#lib/todo/rule.ts";
import type { Plan, Priority, Task, When } from "#lib/todo/task.ts";
import {
  newTaskChanges,
  planParts,
  remindParts,
  seriesChange,
  seriesParts,
  whenParts,
} from "#lib/todo/todo-changes.ts";
import type { TodoStore } from "../index/todo-store.ts";
import type { Now } from "../now.ts";
import type { Act, UndoStack } from "#app/parts/undo/undo-stack.ts";
import { dayHeading } from "#lib/dates/date-words.ts";
import { quoted } from "#lib/quoted.ts";
import { addedChanges } from "./add-tasks.ts";
import { completedChanges } from "./complete.ts";
import { createGroupActs } from "./group-acts.ts";
import type { GroupActs } from "./group-acts.ts";
import {
  indentPlace,
  moveChanges,
  ordersAt,
  placeWords,
  stepPlace,
  topsOf,
  withSubtasks,
} from "./places.ts";
import type { Place } from "./places.ts";
import { labelsProblem, roomProblem } from "./room.ts";
import type { Wanted } from "./room.ts";
import { dueChanges, setOf, whenOf } from "./values.ts";
import { tasksWord } from "./words.ts";

/** As they were typed, and where they go that name no list. */
type NewTasks = { typed: readonly QuickAdd[]; place: Place };

export type TodoActs = {
  groups: GroupActs;
  /** All of them, or none. @returns their ids; undefined when there is no room */
  add(tasks: NewTasks): string[] | undefined;
  /** @returns whether there was room */
  addUnder(parent: string, title: string): boolean;
  complete(ids: readonly string[], as?: "done" | "skipped"): void;
  reopen(ids: readonly string[]): void;
  /** Typing in one field is one step. */
  write(id: string, register: "title" | "notes", text: string): Act | undefined;
  /** Of one that comes again: what those after it are called; empty: as this one. */
  nextText(id: string, register: keyof NextTexts, text: string): void;
  /** On another day, at the time that each has. */
  day(ids: readonly string[], date: string): void;
  due(ids: readonly string[], due: When | null): void;
  start(ids: readonly string[], day: string | null): void;
  plan(ids: readonly string[], plan: Plan | null): void;
  /** How long it takes, planned or not; null: it is not known. */
  minutes(id: string, minutes: number | null): void;
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
  /** Says what was done, with the way back. */
  offer(text: string, act: Act): void;
  undo(act?: Act): boolean;
  redo(): boolean;
};

type ActParts = { store: TodoStore; stack: UndoStack; now: () => Now };

export function createTodoActs({ store, stack, now }: ActParts): TodoActs {
  const words = createUndoWords(stack);
  const offer = (text: string, act: Act | undefined) => words.offer(text, act);
  const task = (id: string) => store.task(id);
  const known = (ids: readonly string[]) => ids.flatMap((id) => task(id) ?? []);

  function named(ids: readonly string[]): string {
    return ids.length === 1 ? quoted(task(ids[0]!)?.title ?? "") : tasksWord(ids.length);
  }

  function run(words: string, changes: readonly Change[], together?: string): Act | undefined {
    return changes.length === 0 ? undefined : stack.run(words, changes, together);
  }

  function each(
    verb: string,
    ids: readonly string[],
    change: (task: Task) => Change[],
    together?: string,
  ): Act | undefined {
    return run(`${verb} ${named(ids)}`, known(ids).flatMap(change), together);
  }

  function moveTo(id: string, place: Place | undefined): boolean {
    const changes = place && moveChanges(store, [id], place);
    if (!place || !changes) return false;
    return run(`Move ${named([id])}${placeWords(store, [id], place)}`, changes) !== undefined;
  }

  function hasRoom(wanted: Wanted): boolean {
    const problem = roomProblem(store, wanted);
    tellProblem(problem);
    return problem === undefined;
  }

  const groups = createGroupActs({ store, run, offer });

  return {
    groups,
    add({ typed, place }) {
      const added = addedChanges(store, typed, place);
      if ("problem" in added) {
        tellProblem(added.problem);
        return undefined;
      }
      const [first] = typed;
      const name = typed.length === 1 && first ? quoted(first.title) : tasksWord(typed.length);
      const act = run(`Add ${name}`, added.changes);
      if (typed.length > 1) offer(`Added ${name}.`, act);
      return added.ids;
    },
    addUnder(parent, title) {
      const above = task(parent);
      if (!above || !hasRoom({ tasks: 1 })) return false;
      const place = { list: store.listOf(above), parent };
      const [order] = ordersAt(store, place, 1);
      const words = splitTitle(title, "");
      run(
        `Add ${quoted(title)}`,
        newTaskChanges(randomId(), { ...words, ...place, order: order! }),
      );
      return true;
    },
    complete(ids, as = "done") {
      const tops = known(topsOf(store, ids)).filter(({ done }) => done === "");
      const name = named(known(ids).flatMap(({ id, done }) => (done === "" ? [id] : [])));
      const changes = tops.flatMap((one) => completedChanges(store, one, as, now()));
      const act = run(`${as === "done" ? "Complete" : "Skip"} ${name}`, changes);
      const completed = as === "done" ? "Completed" : "Skipped";
      const [only] = tops;
      const also = ids.length === 1 && only ? underWords(only.id, changes) : "";
      const next = ids.length === 1 && only ? nextWords(store, only, now().today) : "";
      offer(`${completed} ${name}${also}.${next}`, act);
    },
    reopen(ids) {
      const done = known(ids).filter((one) => one.done !== "");
      if (!hasRoom({ tasks: done.length })) return;
      const itemOf = (id: string) => store.records.item("tasks", id);
      const act = each("Reopen", ids, (one) => reopenChanges(one, itemOf));
      offer(`Reopened ${named(ids)}.`, act);
    },
    write(id, register, text) {
      const old = task(id)?.[register];
      if (old === undefined || old === text) return undefined;
      const words = register === "title" ? "Rename" : "Notes of";
      return run(
        `${words} ${quoted(old && register === "title" ? old : (task(id)?.title ?? ""))}`,
        [setOf(id, register, { v: text })],
        `${register} ${id}`,
      );
    },
    nextText(id, register, text) {
      each("Those after", [id], ({ series }) => (series ? [nextText(series, register, text)] : []));
    },
    day(ids, date) {
      const act = each("Due date of", ids, (one) =>
        dueChanges(one, { time: null, zone: "", ...one.due, date }),
      );
      offer(`Moved ${named(ids)} to another day.`, act);
    },
    due(ids, due) {
      const act = each("Due date of", ids, (one) => dueChanges(one, due));
      if (ids.length > 1) offer(`Changed the day of ${tasksWord(ids.length)}.`, act);
    },
    start: (ids, day) =>
      void each("Start of", ids, ({ id }) => [setOf(id, "start", { v: day ?? "" })]),
    plan: (ids, plan) =>
      void each("Plan", ids, ({ id, minutes }) => [
        setOf(id, "plan", planParts(plan, plan?.minutes ?? minutes ?? 0)),
      ]),
    minutes: (id, minutes) =>
      void each("Length of", [id], ({ plan }) => [
        setOf(id, "plan", planParts(plan, minutes ?? 0)),
      ]),
    prio: (ids, prio) =>
      void each("Priority of", ids, ({ id }) => [setOf(id, "prio", { v: prio })]),
    label(ids, label, isOn) {
      const labelsOf = (one: Task) => {
        const rest = one.labels.filter((other) => other !== label);
        return isOn ? [...rest, label] : rest;
      };
      const [problem] = known(ids).flatMap((one) => labelsProblem(labelsOf(one)) ?? []);
      if (problem !== undefined && isOn) return tellProblem(problem);
      each("Labels of", ids, (one) => [setOf(one.id, "labels", { v: labelsOf(one).join(" ") })]);
    },
    remind: (id, remind) =>
      void each("Reminder of", [id], () => [setOf(id, "remind", remindParts(remind))]),
    repeat(id, rule) {
      const series = randomId();
      const act = each("Repeating of", [id], ({ due }) => {
        if (!rule) return [setOf(id, "series", { v: "", n: 0 })];
        const on = due?.date ?? rule.start.slice(0, 10);
        return [
          seriesChange(series, rule, true),
          setOf(id, "series", seriesParts({ id: series, n: 1, on })),
          ...(due ? [] : [setOf(id, "due", whenParts(whenOf(rule.start, rule.zone)))]),
        ];
      });
      if (!rule) offer(`${named([id])} stays, and does not come again.`, act);
    },
    move(ids, place) {
      const changes = moveChanges(store, ids, place);
      if (!changes) {
        tellProblem("It was not moved: subtasks go three levels deep, and no task under itself.");
        return false;
      }
      const isElsewhere = known(ids).some((one) => store.listOf(one) !== place.list);
      const act = run(`Move ${named(ids)}${placeWords(store, ids, place)}`, changes);
      if (isElsewhere) offer(`Moved ${named(ids)} to ${groups.nameOf(place.list)}.`, act);
      return true;
    },
    indent: (id, by) => moveTo(id, indentPlace(store, id, by)),
    step: (id, by) => moveTo(id, stepPlace(store, id, by)),
    remove(ids) {
      const all = topsOf(store, ids).flatMap((id) => withSubtasks(store, id));
      const changes = all.map(({ id }) => setOf(id, "gone", { v: true }));
      const name = named(ids);
      const ended = all.filter(({ series, done }) => series && done === "").length;
      const ends =
        ended === 0
          ? ""
          : ids.length === 1
            ? endsWords
            : ` ${ended} of them repeated: they do not come again.`;
      offer(`Deleted ${name}.${ends}`, run(`Delete ${name}`, changes));
    },
    restore(ids) {
      const deleted = store.deleted().filter(({ id, done }) => done === "" && ids.includes(id));
      if (!hasRoom({ tasks: deleted.length })) return;
      const changes = ids.map((id) => setOf(id, "gone", { v: false }));
      offer(`${tasksWord(ids.length)} restored.`, run(`Restore ${tasksWord(ids.length)}`, changes));
    },
    offer,
    undo: (act) => words.undo(act),
    redo: () => words.redo(),
  };
}

const endsWords = " It does not come again: to leave out one day only, skip it instead.";

/** What was open below it goes along. */
function underWords(id: string, changes: readonly Change[]): string {
  const done = changes.filter((change) => change.register === "done" && change.id !== id).length;
  return done === 0 ? "" : ` and ${done === 1 ? "its subtask" : `its ${done} subtasks`}`;
}

function nextWords(store: TodoStore, task: Task, today: string): string {
  const next = task.series && store.task(`${task.series.id}-${task.series.n + 1}`);
  return next?.due ? ` It comes again on ${dayHeading(next.due.date, today)}.` : "";
}
