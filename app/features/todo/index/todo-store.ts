/**
 * What the records of the todo list say, made ready for the screen: a task is read once, stays the same object while
 * nothing of it changed, and whoever shows it hears of nothing else.
 */
import type { Records } from "#app/live/records/records.ts";
import type { LostText } from "#app/parts/kept-words/lost-text.ts";
import { lostTextsOf } from "#app/parts/kept-words/lost-text.ts";
import type { Item } from "#lib/records/register.ts";
import { isGone } from "#lib/records/register.ts";
import type { NextTexts } from "#lib/todo/acts.ts";
import type { Rule } from "#lib/todo/rule.ts";
import { byOrder } from "#lib/records/place.ts";
import { registerText, ruleIn } from "#lib/todo/registers.ts";
import { settingsOf } from "#lib/todo/settings.ts";
import type { TodoSettings } from "#lib/todo/settings.ts";
import type { Task } from "#lib/todo/task.ts";
import { todoShape } from "#lib/todo/todo-shape.ts";
import type { Tree } from "#lib/todo/tree.ts";
import { treeOf } from "#lib/todo/tree.ts";
import { taskOf } from "#lib/todo/task.ts";
import { groupOf } from "./groups.ts";
import type { Label, TodoList } from "./groups.ts";

/** `tasks/ID`; `rows`: what stands where; `groups`: lists, labels, filters and settings; `lost`: texts that were kept beside. */
export type Topic = `tasks/${string}` | "rows" | "words" | "groups" | "lost" | "status";

export type TodoStore = {
  readonly records: Records;
  /** Undefined: there is none, or it is deleted. */
  task(id: string): Task | undefined;
  /** Those not deleted. */
  tasks(): ReadonlyMap<string, Task>;
  /** Newest first. */
  deleted: () => readonly Task[];
  rule(series: string): Rule | undefined;
  /** Of the next one of a series, where it is not called as this one. */
  nextTexts(series: string): NextTexts;
  /** The same object while none was changed. */
  settings(): TodoSettings;
  lists(): readonly TodoList[];
  labels(): readonly Label[];
  /** Of a list that is not there any more: the Inbox. */
  listOf(task: Task): string;
  /** Of all tasks, done ones too; the same while none was moved. */
  tree(): Tree;
  /** In order, done ones too. */
  children(list: string, parent: string): readonly string[];
  /** Texts that lost against another one, newest first. */
  lost: () => readonly LostText[];
  /** Reads anew what is shown of these (`KIND/ID`), and says so to who shows them. */
  changed: (keys: ReadonlySet<string>) => void;
  subscribe(topic: Topic, listener: () => void): () => void;
  /** Rises with each change of the topic. */
  version(topic: "rows" | "words" | "lost"): number;
  close(): void;
};

const none: readonly string[] = [];
/** Beyond this many at once all of it is read anew. */
const manyChanges = 400;
const groupKinds: ReadonlySet<string> = new Set(["lists", "labels", "filters", "settings"]);

export function createTodoStore(records: Records): TodoStore {
  const tasks = new Map<string, Task>();
  const items = new Map<string, Item>();
  const listeners = new Map<string, Set<() => void>>();
  const versions = { rows: 0, words: 0, lost: 0 };
  let lists: readonly TodoList[] = [];
  let listIds: ReadonlySet<string> = new Set();
  let labels: readonly Label[] = [];
  let settings: { of: Item | undefined; read: TodoSettings } | undefined;
  let isReady = false;
  let tree: Tree | undefined;

  function readTask(id: string): Task | undefined {
    const item = records.item("tasks", id);
    if (!item || isGone(todoShape, "tasks", item)) return undefined;
    return taskOf(id, item);
  }

  const listOf = ({ list }: Task) => (listIds.has(list) ? list : "");

  function currentTree(): Tree {
    tree ??= treeOf(tasks.values(), listIds);
    return tree;
  }

  function readGroups(kind: "lists" | "labels"): TodoList[] {
    const groups: TodoList[] = [];
    for (const [id, item] of records.all(kind)) {
      const group = isGone(todoShape, kind, item) ? undefined : groupOf(id, item);
      if (group) groups.push(group);
    }
    return groups.toSorted(byOrder);
  }

  function readAll(): void {
    lists = readGroups("lists");
    labels = readGroups("labels");
    listIds = new Set(lists.map(({ id }) => id));
    const kept = new Map(tasks);
    tasks.clear();
    for (const [id, item] of records.all("tasks")) {
      const old = items.get(id) === item ? kept.get(id) : undefined;
      const task = old ?? readTask(id);
      items.set(id, item);
      if (task) tasks.set(id, task);
    }
    tree = undefined;
    versions.rows += 1;
    versions.words += 1;
  }

  /** @returns what of the screen is another one now */
  function readOne(id: string): { isMoved: boolean; isChanged: boolean } {
    const item = records.item("tasks", id);
    if (item && items.get(id) === item) return { isMoved: false, isChanged: false };
    if (item) items.set(id, item);
    else items.delete(id);
    const old = tasks.get(id);
    const task = readTask(id);
    if (task) tasks.set(id, task);
    else tasks.delete(id);
    if (old && task ? placeOf(old) !== placeOf(task) : old !== task) tree = undefined;
    return { isChanged: old !== task, isMoved: !old || !task || shapeOf(old) !== shapeOf(task) };
  }

  function say(topics: Iterable<string>): void {
    for (const topic of topics) for (const listener of listeners.get(topic) ?? []) listener();
  }

  function changed(keys: ReadonlySet<string>): void {
    const status = records.status();
    if (!isReady) {
      isReady = status === "ready";
      readAll();
      versions.lost += 1;
      say([...listeners.keys()]);
      return;
    }
    if (keys.size === 0) {
      say(["status"]);
      return;
    }
    const topics = new Set<string>(["status"]);
    let [isMoved, isReworded, hasGroups] = [false, false, false];
    const ids: string[] = [];
    for (const key of keys) {
      const at = key.indexOf("/");
      const kind = key.slice(0, at);
      if (kind === "tasks") ids.push(key.slice(at + 1));
      else if (kind === "lost") topics.add("lost");
      else if (kind === "series") isMoved = true;
      else hasGroups ||= groupKinds.has(kind);
    }
    if (topics.has("lost")) versions.lost += 1;
    if (hasGroups || ids.length > manyChanges) {
      readAll();
      topics.add("rows").add("words").add("groups");
      for (const id of ids) topics.add(`tasks/${id}`);
      say(topics);
      return;
    }
    for (const id of ids) {
      const read = readOne(id);
      if (read.isChanged) topics.add(`tasks/${id}`);
      isMoved ||= read.isMoved;
      isReworded ||= read.isChanged;
    }
    if (isMoved) versions.rows += 1;
    if (isReworded) versions.words += 1;
    if (isMoved) topics.add("rows");
    if (isReworded) topics.add("words");
    say(topics);
  }

  const end = records.subscribe(changed);
  changed(new Set());

  return {
    records,
    task: (id) => tasks.get(id),
    tasks: () => tasks,
    deleted() {
      const found: { task: Task; t: number }[] = [];
      for (const [id, item] of records.all("tasks")) {
        if (!isGone(todoShape, "tasks", item)) continue;
        const task = taskOf(id, item);
        if (task) found.push({ task, t: item.registers["gone"]!.t });
      }
      return found.toSorted((a, b) => b.t - a.t).map(({ task }) => task);
    },
    lost: () => lostTextsOf(records, todoShape),
    rule(series) {
      const item = records.item("series", series);
      return item && !isGone(todoShape, "series", item) ? ruleIn(item) : undefined;
    },
    nextTexts(series) {
      const item = records.item("series", series);
      return { title: registerText(item, "title"), notes: registerText(item, "notes") };
    },
    settings() {
      const item = records.item("settings", "todo");
      if (!settings || settings.of !== item) settings = { of: item, read: settingsOf(item) };
      return settings.read;
    },
    lists: () => lists,
    labels: () => labels,
    listOf,
    tree: currentTree,
    children(list, parent) {
      const { tops, children } = currentTree();
      return (parent === "" ? tops.get(list) : children.get(parent)) ?? none;
    },
    changed,
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(topic);
      };
    },
    version: (topic) => versions[topic],
    close() {
      end();
      records.close();
    },
  };
}

function placeOf({ list, parent, order }: Task): string {
  return `${list} ${parent} ${order}`;
}

/** What decides where a task is shown. */
function shapeOf({
  list,
  parent,
  order,
  due,
  start,
  plan,
  minutes,
  prio,
  labels,
  done,
  doneDay,
  column,
  series,
}: Task): string {
  return JSON.stringify([
    list,
    parent,
    order,
    due,
    start,
    plan,
    minutes,
    prio,
    labels,
    done,
    doneDay,
    column,
    series,
  ]);
}
