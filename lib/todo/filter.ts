/** Filters as text: `#home (due<=today or !1) -@waiting`. A form edits the same tree; see filter-tree.ts. */
import type { Filter, FilterField, FilterOp, FilterProblem } from "./filter-tree.ts";
import { isLocal } from "../dates/floating.ts";

const longestFilter = 500;
const deepest = 20;

const fields: Readonly<Record<string, FilterField>> = {
  list: "list",
  label: "label",
  prio: "prio",
  priority: "prio",
  due: "due",
  start: "start",
  plan: "plan",
  done: "done",
  has: "has",
  text: "text",
};

/** What `has:` can ask for. */
export const filterParts = [
  "notes",
  "due",
  "start",
  "plan",
  "label",
  "repeat",
  "reminder",
  "subtasks",
] as const;

const dayWords: ReadonlySet<string> = new Set(["today", "tomorrow", "yesterday", "week", "month"]);
const wholeWords: ReadonlySet<string> = new Set(["none", "any"]);

export function isFilterProblem(read: Filter | FilterProblem): read is FilterProblem {
  return "at" in read;
}

export function parseFilter(text: string): Filter | FilterProblem {
  if (text.length > longestFilter) {
    return { at: longestFilter, text: `A filter has at most ${longestFilter} letters.` };
  }
  try {
    return new FilterReader(text).read();
  } catch (error) {
    if (error instanceof Problem) return { at: error.at, text: error.message };
    throw error;
  }
}

/** As it is parsed to the same tree. */
export function filterText(filter: Filter): string {
  if ("or" in filter) return filter.or.map((one) => grouped(one, "or" in one)).join(" or ");
  if ("and" in filter)
    return filter.and.map((one) => grouped(one, !("field" in one || "not" in one))).join(" and ");
  if ("not" in filter)
    return `not ${grouped(filter.not, !("field" in filter.not || "not" in filter.not))}`;
  return `${filter.field}${filter.op === "=" ? ":" : filter.op}${quoted(filter.value)}`;
}

function grouped(filter: Filter, isGroup: boolean): string {
  return isGroup ? `(${filterText(filter)})` : filterText(filter);
}

function quoted(value: string): string {
  return /^[^\s()|&"\\]+$/u.test(value) ? value : `"${value.replace(/["\\]/g, String.raw`\$&`)}"`;
}

/** What is wrong with a condition as it stands; undefined: nothing. */
export function conditionProblem(
  field: FilterField,
  op: FilterOp,
  value: string,
): string | undefined {
  if (value.trim() === "") return "A value is missing.";
  const isDay = field === "due" || field === "start" || field === "plan" || field === "done";
  if (!isDay && field !== "prio" && op !== "=") return `“${field}” has no ${op}.`;
  if (field === "prio" && !/^[1-4]$/.test(value)) return "A priority is a number from 1 to 4.";
  if (field === "has" && !filterParts.some((part) => part === value)) {
    return `“has” knows ${filterParts.join(", ")}.`;
  }
  if (!isDay) return undefined;
  const isWhole = wholeWords.has(value) || (field === "due" && value === "overdue");
  if (isWhole) return op === "=" ? undefined : `“${value}” is neither before nor after something.`;
  if (dayWords.has(value) || /^[+-]?\d{1,3}d$/.test(value)) return undefined;
  return value.length === 10 && isLocal(value)
    ? undefined
    : "A day is today, tomorrow, 7d or 2026-12-01.";
}

class Problem extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

class FilterReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Filter {
    const filter = this.#or();
    if (this.#at < this.#text.length) throw this.#problem("This bracket was never opened.");
    return filter;
  }

  #or(): Filter {
    const parts = [this.#and()];
    while (this.#eat(/\||or(?=[\s(]|$)/iy)) parts.push(this.#and());
    return parts.length === 1 ? parts[0]! : { or: parts };
  }

  #and(): Filter {
    const parts = [this.#not()];
    for (;;) {
      const isNamed = this.#eat(/&|and(?=[\s(]|$)/iy) !== undefined;
      if (!isNamed && (this.#isEnd() || this.#peek(/[|)]|or(?=[\s(]|$)/iy))) break;
      parts.push(this.#not());
    }
    return parts.length === 1 ? parts[0]! : { and: parts };
  }

  #not(): Filter {
    if (!this.#eat(/-(?=\S)|not(?=[\s(]|$)/iy)) return this.#atom();
    return this.#within(() => ({ not: this.#not() }));
  }

  #within(read: () => Filter): Filter {
    this.#depth += 1;
    if (this.#depth > deepest) throw this.#problem("This is too deep.");
    const filter = read();
    this.#depth -= 1;
    return filter;
  }

  #atom(): Filter {
    if (this.#eat(/\(/y)) {
      const open = this.#at - 1;
      const filter = this.#within(() => this.#or());
      if (!this.#eat(/\)/y)) throw new Problem(open, "This bracket is never closed.");
      return filter;
    }
    if (this.#isEnd()) throw this.#problem("Something is missing here.");
    if (this.#peek(/[|&)]|(?:and|or)(?=[\s()]|$)/iy))
      throw this.#problem("Something is missing before this.");
    const start = this.#at;
    const sign = this.#eat(/[#@]|!(?=[1-4](?:[\s()|&]|$))/y)?.[0];
    if (sign !== undefined) {
      return this.#condition(start, sign === "#" ? "list" : sign === "@" ? "label" : "prio", "=");
    }
    const [, name = "", mark = ""] = this.#eat(/([a-z]+)(<=|>=|[:=<>])(?!\/\/)/iy) ?? [];
    if (name === "") return this.#condition(start, "text", "=");
    const known = name.toLowerCase();
    const field = Object.hasOwn(fields, known) ? fields[known] : undefined;
    if (field === undefined)
      throw new Problem(start, `There is no field “${name}”. Words with a colon go in quotes.`);
    return this.#condition(start, field, mark === ":" ? "=" : (mark as FilterOp));
  }

  #condition(start: number, field: FilterField, op: FilterOp): Filter {
    const quote = this.#match(/"((?:[^"\\]|\\.)*)"/sy);
    const plain = quote ? undefined : this.#match(/[^\s()|&"]+/uy);
    if (!quote && this.#text[this.#at] === '"') throw this.#problem("This quote is never closed.");
    const written = quote ? quote[1]!.replace(/\\(.)/gs, "$1") : (plain?.[0] ?? "");
    const isWord = field !== "text" && field !== "list" && field !== "label";
    const value = isWord ? written.toLowerCase() : written;
    const problem = conditionProblem(field, op, value);
    if (problem !== undefined) throw new Problem(start, problem);
    return { field, op, value };
  }

  #problem(text: string): Problem {
    return new Problem(this.#at, text);
  }

  #isEnd(): boolean {
    this.#match(/\s+/uy);
    return this.#at >= this.#text.length;
  }

  #peek(pattern: RegExp): boolean {
    const at = this.#at;
    const found = this.#eat(pattern) !== undefined;
    this.#at = at;
    return found;
  }

  /** With the spaces before it and behind it; a value stands close to its field. */
  #eat(pattern: RegExp): RegExpExecArray | undefined {
    const from = this.#at;
    this.#match(/\s+/uy);
    const found = this.#match(pattern);
    if (!found) this.#at = from;
    return found;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found ?? undefined;
  }
}
