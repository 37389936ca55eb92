/** Several entries of the same problem as one. Nothing that is written in any is lost or replaced. */
import type { PlainFields } from "../firestore-value.ts";
import { textOf } from "../text-of.ts";

type Value = PlainFields[string];

/** What two texts for the same code cannot share. */
const words = ["label", "time", "space", "note"] as const;
/** Solutions with the same code that another one is held against; equal ones are found among any number. */
const mostCompared = 20;

/**
 * `into` with what the others have besides: their categories, their other solutions, and fields that those before them
 * leave empty. The same code in the same language is one solution, unless both say something about it.
 */
export function mergeProblems(into: PlainFields, ...others: readonly PlainFields[]): PlainFields {
  const merged: PlainFields = { ...into };
  for (const [name, value] of others.flatMap((other) => Object.entries(other))) {
    if (name === "sample" || name === "hidden" || !isEmpty(merged[name])) continue;
    if (!isEmpty(value)) merged[name] = value;
  }
  const allOf = (name: string) => others.flatMap((other) => listOf(other[name]));
  const lists = {
    categories: joinedWords(listOf(into["categories"]), allOf("categories")),
    solutions: joinedSolutions(listOf(into["solutions"]), allOf("solutions")),
  };
  for (const [name, list] of Object.entries(lists)) {
    // What says nothing is not to be a change.
    if (list.length > 0 || name in into) merged[name] = list;
  }
  return merged;
}

function joinedWords(first: readonly Value[], second: readonly Value[]): Value[] {
  const seen = new Set<string>();
  return [...first, ...second].filter((word) => {
    const key = textOf(word).trim().toLowerCase();
    return key !== "" && !seen.has(key) && seen.add(key);
  });
}

function joinedSolutions(first: readonly Value[], second: readonly Value[]): Value[] {
  const joined = first.map((solution) => (isGroup(solution) ? { ...solution } : solution));
  const byCode = new Map<string, PlainFields[]>();
  const byWords = new Map<string, PlainFields>();
  const know = (code: string, solution: PlainFields) => {
    const others = byCode.get(code);
    if (others === undefined) byCode.set(code, [solution]);
    else if (others.length < mostCompared && !others.includes(solution)) others.push(solution);
    const key = wordsKey(code, solution);
    if (!byWords.has(key)) byWords.set(key, solution);
  };
  for (const solution of joined) if (isGroup(solution)) know(codeKey(solution), solution);
  for (const solution of second) {
    if (!isGroup(solution)) continue;
    const code = codeKey(solution);
    const same =
      byWords.get(wordsKey(code, solution)) ??
      byCode.get(code)?.find((other) => agree(other, solution));
    if (same === undefined) {
      const added = { ...solution };
      joined.push(added);
      know(code, added);
    } else {
      for (const [name, value] of Object.entries(solution)) {
        if (isEmpty(same[name]) && !isEmpty(value)) same[name] = value;
      }
      know(code, same);
    }
  }
  return joined;
}

function codeKey(solution: PlainFields): string {
  return JSON.stringify([languageOf(solution), codeOf(solution)]);
}

function wordsKey(code: string, solution: PlainFields): string {
  return JSON.stringify([code, ...words.map((name) => textOf(solution[name]).trim())]);
}

function agree(one: PlainFields, other: PlainFields): boolean {
  return words.every((name) => {
    if (isEmpty(one[name]) || isEmpty(other[name])) return true;
    return textOf(one[name]).trim() === textOf(other[name]).trim();
  });
}

/** As pages have it (specification §5). */
function languageOf({ language }: PlainFields): string {
  return textOf(language).trim().toLowerCase();
}

/** Editors differ in line ends and in what they leave behind lines. */
function codeOf({ code }: PlainFields): string {
  const lines = textOf(code).split("\n");
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}

function isEmpty(value: Value | undefined): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === "string" && value.trim() === "") ||
    (Array.isArray(value) && value.length === 0)
  );
}

function listOf(value: Value | undefined): Value[] {
  return Array.isArray(value) ? value : [];
}

function isGroup(value: Value | undefined): value is PlainFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
