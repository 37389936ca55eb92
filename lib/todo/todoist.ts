/** Reads a list as Todoist exports it: CSV, one row for each section, task and note. */
import { generateNKeysBetween } from "fractional-indexing";
import { foldText } from "../fold-text.ts";
import { CsvError, readCsv } from "../read-csv.ts";
import { hashOf } from "../records/hash-of.ts";
import type { TodoChange } from "./change.ts";
import { isZone } from "../dates/floating.ts";
import { readQuickAdd } from "./quick-add.ts";
import { splitTitle } from "./quick-add-parts.ts";
import type { QuickAdd } from "./quick-add-parts.ts";
import type { Known } from "./quick-add-tokens.ts";
import type { ReadDates } from "./read-dates.ts";
import type { Priority } from "./task.ts";
import { type NewTask, newTaskChanges, seriesChange } from "./todo-changes.ts";
import { deepest } from "./tree.ts";

export type TodoistContext = {
  /** `Home [2203306141].csv` */
  fileName: string;
  /** Local: `2026-11-22T15:00`. */
  now: string;
  zone: string;
  dates: ReadDates;
  labels: readonly Known[];
  /** Of the new list. */
  order: string;
};

export type TodoistImport = {
  name: string;
  tasks: number;
  /** Of the same file they are always under the same ids: imported twice, it is there once. */
  changes: TodoChange[];
  /** What was not understood, or is not as it was. */
  said: string[];
};

const mostRows = 5000;
const longestNotes = 10_000;
const longestColumn = 60;
const longestName = 100;
/** The ids of a task's labels are one text. */
const longestLabels = 500;

export function readTodoist(csv: string, context: TodoistContext): TodoistImport {
  const whole = nameOf(context.fileName);
  const name = whole.slice(0, longestName).toWellFormed();
  const none = { name, tasks: 0, changes: [] };
  try {
    const [header = [], ...rows] = readCsv(csv, mostRows + 2);
    const columns = new Map(header.map((cell, at) => [cell.trim().toUpperCase(), at]));
    if (!columns.has("CONTENT")) {
      return { ...none, said: ["This is no export of Todoist: it has no column CONTENT."] };
    }
    const reader = new TodoistReader(context, name, `td-${hashOf(`${context.fileName}\n${csv}`)}`);
    if (name !== whole) reader.say(`The name of the list is cut after ${longestName} letters.`);
    for (const [line, cells] of rows.slice(0, mostRows).entries()) {
      reader.read(line + 1, (column) => cells[columns.get(column) ?? -1]?.trim() ?? "");
    }
    if (rows.length > mostRows) reader.say(`Only the first ${mostRows} rows are read.`);
    return reader.made();
  } catch (error) {
    if (error instanceof CsvError) return { ...none, said: ["The file is broken off, or no CSV."] };
    throw error;
  }
}

/** Without what Todoist puts behind it. */
function nameOf(fileName: string): string {
  const name = fileName
    .replace(/\.csv$/i, "")
    .replace(/\s*\[\w{1,40}\](?:\s*\(\d{1,3}\))?$/, "")
    .replace(/[\s\p{Cc}]+/gu, " ");
  return name.trim().toWellFormed() || "Todoist";
}

type Cells = (column: string) => string;

type ReadTask = Omit<NewTask, "list" | "order" | "labels"> & {
  id: string;
  notes: string;
  labels: string[];
  rule: QuickAdd["rule"];
};

class TodoistReader {
  readonly #context: TodoistContext;
  readonly #name: string;
  readonly #id: string;
  readonly #tasks: ReadTask[] = [];
  readonly #above: ReadTask[] = [];
  readonly #sections: string[] = [];
  readonly #newLabels = new Map<string, string>();
  readonly #said = new Map<string, number>();
  #section = "";

  constructor(context: TodoistContext, name: string, id: string) {
    this.#context = context;
    this.#name = name;
    this.#id = id;
  }

  say(words: string): void {
    this.#said.set(words, (this.#said.get(words) ?? 0) + 1);
  }

  read(line: number, cells: Cells): void {
    const content = cells("CONTENT");
    const type = cells("TYPE").toLowerCase();
    if (type === "section" && content !== "") this.#setSection(content);
    else if (type === "note") this.#addNote(content);
    else if (type === "task" && content !== "") this.#addTask(line, content, cells);
    else if (type !== "" && type !== "meta" && type !== "task")
      this.say(`Rows of the type “${type.slice(0, 30)}” are left out.`);
  }

  #setSection(content: string): void {
    const whole = content.replace(/[\s\p{Cc}]+/gu, " ").toWellFormed();
    const name = whole.slice(0, longestColumn).toWellFormed();
    if (name !== whole) this.say(`Names of sections are cut after ${longestColumn} letters.`);
    // The columns of a list are one text of 500 letters.
    if (!this.#sections.includes(name) && [...this.#sections, name, ""].join("\n").length > 480) {
      this.say("There are too many sections: the last ones' tasks are in the first.");
      this.#section = this.#sections[0] ?? "";
      return;
    }
    this.#section = name;
    this.#above.length = 0;
    if (!this.#sections.includes(name)) this.#sections.push(name);
  }

  #addNote(content: string): void {
    const task = this.#tasks.at(-1);
    if (!task) this.say("A note without a task is left out.");
    else if (content !== "") this.#write(task, content);
  }

  #write(task: ReadTask, words: string): void {
    const notes = task.notes === "" ? words : `${task.notes}\n\n${words}`;
    if (notes.length > longestNotes) this.say(`Notes are cut after ${longestNotes} letters.`);
    task.notes = notes.slice(0, longestNotes).toWellFormed();
  }

  #addTask(line: number, content: string, cells: Cells): void {
    const labels: string[] = [];
    const text = content.replace(/(?<=^|\s)@([^\s@]{1,100})(?=\s|$)/gu, (_, label: string) => {
      labels.push(this.#labelId(label));
      return "";
    });
    // A star marks what cannot be ticked off.
    const whole = text
      .replace(/^\* /, "")
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim();
    const { title, notes } = splitTitle((whole === "" ? content : whole).toWellFormed(), "");
    const depth = this.#depthOf(cells("INDENT"));
    const fitting = labelsThatFit(labels);
    const task: ReadTask = {
      id: `${this.#id}-${line}`,
      title,
      notes: "",
      parent: this.#above[depth - 2]?.id ?? "",
      column: this.#section,
      prio: /^[1-4]$/.test(cells("PRIORITY")) ? (Number(cells("PRIORITY")) as Priority) : 4,
      labels: fitting,
      minutes: minutesOf(cells),
      rule: null,
    };
    for (const words of [notes, cells("DESCRIPTION")]) if (words !== "") this.#write(task, words);
    if (fitting.length < new Set(labels).size) {
      this.say("A task has not room for so many labels: its last ones are in its notes.");
      this.#write(task, `Labels: ${content}`);
    }
    this.#setDates(task, cells);
    if (cells("RESPONSIBLE") !== "") this.say("Who is responsible is left out.");
    this.#above.length = depth - 1;
    this.#above.push(task);
    this.#tasks.push(task);
  }

  /** From 1; at most one more than the task before it. */
  #depthOf(cell: string): number {
    const wanted = /^\d{1,2}$/.test(cell) ? Math.max(1, Number(cell)) : 1;
    if (wanted > deepest)
      this.say(`Tasks deeper than ${deepest} levels are moved up to the third.`);
    return Math.min(wanted, deepest, this.#above.length + 1);
  }

  #setDates(task: ReadTask, cells: Cells): void {
    const [date, deadline] = [cells("DATE"), cells("DEADLINE")];
    const zone = isZone(cells("TIMEZONE")) ? cells("TIMEZONE") : this.#context.zone;
    const read = this.#readDate(date, cells("DATE_LANG"), zone);
    if (read) Object.assign(task, { due: read.due, rule: read.rule });
    else if (date !== "") this.#keepWords(task, `Date: ${date}`);
    if (deadline === "") return;
    const end = date === "" ? this.#readDate(deadline, cells("DEADLINE_LANG"), zone) : undefined;
    if (end) Object.assign(task, { due: end.due });
    else this.#keepWords(task, `Deadline: ${deadline}`);
  }

  #keepWords(task: ReadTask, words: string): void {
    this.say("A date that was not understood, or a deadline beside it, is in the task's notes.");
    this.#write(task, words);
  }

  /** Undefined: there is none, or one that is not understood whole. */
  #readDate(date: string, language: string, zone: string): QuickAdd | undefined {
    if (date === "" || (language !== "" && !language.toLowerCase().startsWith("en")))
      return undefined;
    const { now, dates } = this.#context;
    const read = readQuickAdd(`x ${date}`, {
      now,
      zone,
      dates,
      lists: [],
      labels: [],
      ignored: [],
    });
    const isWhole = read.title === "x" && read.notes === "" && read.due !== null;
    return isWhole && read.chips.every(({ kind }) => kind === "due" || kind === "repeat")
      ? read
      : undefined;
  }

  #labelId(name: string): string {
    const folded = foldText(name);
    const known = this.#context.labels.find((label) => foldText(label.name) === folded);
    if (known) return known.id;
    const id = `td-label-${hashOf(folded)}`;
    if (!this.#newLabels.has(id)) this.#newLabels.set(id, name.toWellFormed());
    return id;
  }

  made(): TodoistImport {
    const said = [...this.#said].map(([words, count]) =>
      count === 1 ? words : `${words} (${count} times)`,
    );
    if (this.#tasks.length === 0) said.push("There are no tasks in it.");
    const isNew = true as const;
    const changes: TodoChange[] = [
      { kind: "lists", id: this.#id, register: "name", value: { v: this.#name }, isNew },
      { kind: "lists", id: this.#id, register: "order", value: { v: this.#context.order }, isNew },
    ];
    const hasLoose = this.#sections.length > 0 && this.#tasks.some(({ column }) => column === "");
    const columns = hasLoose ? ["Tasks", ...this.#sections] : this.#sections;
    if (columns.length > 0) {
      changes.push({
        kind: "lists",
        id: this.#id,
        register: "columns",
        value: { v: columns.join("\n") },
        isNew,
      });
    }
    for (const [id, name] of this.#newLabels) {
      changes.push({ kind: "labels", id, register: "name", value: { v: name }, isNew });
    }
    const orders = generateNKeysBetween(null, null, this.#tasks.length);
    for (const [at, { rule, id, ...task }] of this.#tasks.entries()) {
      const series = rule && { id: `${id}-s`, n: 1, on: rule.start.slice(0, 10) };
      if (rule && series) changes.push(seriesChange(series.id, rule, true));
      changes.push(...newTaskChanges(id, { ...task, list: this.#id, order: orders[at]!, series }));
    }
    return {
      name: this.#name,
      tasks: this.#tasks.length,
      changes: this.#tasks.length === 0 ? [] : changes,
      said,
    };
  }
}

function labelsThatFit(labels: readonly string[]): string[] {
  const fitting = [...new Set(labels)];
  while (fitting.join(" ").length > longestLabels) fitting.pop();
  return fitting;
}

function minutesOf(cells: Cells): number | null {
  const duration = /^\d{1,4}$/.test(cells("DURATION")) ? Number(cells("DURATION")) : 0;
  const minutes = cells("DURATION_UNIT").toLowerCase().startsWith("day")
    ? duration * 1440
    : duration;
  return minutes >= 1 && minutes <= 1440 ? minutes : null;
}
