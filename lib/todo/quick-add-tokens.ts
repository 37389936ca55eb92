/** What is marked in a quick add: `#list`, `@label`, `!1`, `~30m`, `// notes`, and what is marked as text. */
import { foldText } from "../fold-text.ts";
import type { QuickAdd, Range } from "./quick-add-parts.ts";
import type { QuickAddText } from "./quick-add-text.ts";
import { lengthIn, lengthWords } from "./quick-add-times.ts";
import type { Priority } from "./task.ts";

export type Known = { id: string; name: string };

type Named = NonNullable<QuickAdd["list"]>;

/**
 * Keeps `\#this` and `"that"` as text.
 * @returns the places of backslashes that only said so
 */
export function keepQuoted(source: QuickAddText): number[] {
  const slashes: number[] = [];
  for (const found of source.left.matchAll(/(?<=^|\s)\\(?=[#@!*~/"\p{L}\p{N}])\S*/gu)) {
    slashes.push(found.index);
    source.keep({ start: found.index, end: found.index + found[0].length });
  }
  for (const found of source.left.matchAll(/(?<=^|\s)(?:"[^"]+"|“[^”]+”)(?![\p{L}\p{N}])/gu)) {
    source.keep({ start: found.index, end: found.index + found[0].length });
  }
  return slashes;
}

/** All behind ` //`. */
export function takeNotes(source: QuickAddText): string {
  const found = /(?:^|\s)\/\/(?=[^/])/u.exec(source.left);
  if (!found || found.index === 0) return "";
  const start = found.index + 1;
  const notes = source.text.slice(start + 2).trim();
  if (notes !== "")
    source.take({ start, end: source.text.length }, { kind: "notes", words: "Notes" });
  return notes;
}

/** The last one that is named. */
export function takeList(source: QuickAddText, lists: readonly Known[]): Named | null {
  const found = namesAfter(source, "#", lists).findLast(
    // `#12` is rather a number of something.
    ({ named }) => named.id !== null || !/^\d+$/.test(named.name),
  );
  if (!found) return null;
  source.take(found.range, { kind: "list", words: found.named.name });
  return found.named;
}

export function takeLabels(source: QuickAddText, labels: readonly Known[]): Named[] {
  const taken = new Map<string, Named>();
  for (const { range, named } of namesAfter(source, "@", labels)) {
    if (/^\d{1,2}(?::\d\d)?(?:am|pm)?$/i.test(named.name)) continue;
    source.take(range, { kind: "label", words: named.name });
    taken.set(foldText(named.name), named);
  }
  return [...taken.values()];
}

/** The last one. */
export function takePriority(source: QuickAddText): Priority {
  const found = [...source.left.matchAll(/(?<=^|\s)[!pP]([1-4])(?=$|[\s,])/gu)].at(-1);
  if (!found) return 4;
  source.take(
    { start: found.index, end: found.index + found[0].length },
    { kind: "prio", words: `Priority ${found[1]}` },
  );
  return Number(found[1]) as Priority;
}

const length =
  /(?<=^|\s)(?:~(\d[\d.hm]{0,7})|for (\d{1,3}(?:\.\d)? ?(?:h|hrs?|hours?|m|mins?|minutes?)))(?=$|[\s,])/giu;

/** `~1h30`, `for 30 min`; the last one. */
export function takeMinutes(source: QuickAddText): number | null {
  for (const found of [...source.left.matchAll(length)].toReversed()) {
    const minutes = lengthIn(found[1] ?? found[2]!);
    if (minutes === undefined) continue;
    source.take(
      { start: found.index, end: found.index + found[0].length },
      { kind: "minutes", words: lengthWords(minutes) },
    );
    return minutes;
  }
  return null;
}

function namesAfter(
  source: QuickAddText,
  sign: string,
  known: readonly Known[],
): { range: Range; named: Named }[] {
  const names: { range: Range; named: Named }[] = [];
  const { left } = source;
  const byName = new Map(known.map((one) => [foldText(one.name), one]));
  const spaced = [...byName].filter(([name]) => name.includes(" "));
  for (let at = left.indexOf(sign); at !== -1; at = left.indexOf(sign, at + 1)) {
    if (at > 0 && left[at - 1] !== " ") continue;
    const rest = left.slice(at + 1, at + 121);
    const quoted = /^"([^"]{1,100})"/u.exec(rest);
    const whole = spaced
      .filter(([name]) => startsWithName(rest, name))
      .toSorted(([one], [other]) => other.length - one.length)[0]?.[0];
    const word = /^[^\s#@",]{1,100}/u.exec(rest)?.[0].replace(/[.,;:!?)]+$/u, "") ?? "";
    const name = quoted?.[1]!.trim() ?? (whole === undefined ? word : rest.slice(0, whole.length));
    if (foldText(name) === "" || /^_+$/u.test(name)) continue;
    const kept = byName.get(foldText(name));
    names.push({
      range: { start: at, end: at + 1 + (quoted?.[0] ?? name).length },
      named: kept ? { id: kept.id, name: kept.name } : { id: null, name },
    });
  }
  return names;
}

function startsWithName(rest: string, name: string): boolean {
  return (
    foldText(rest.slice(0, name.length)) === name && !/^[\p{L}\p{N}]/u.test(rest.slice(name.length))
  );
}
