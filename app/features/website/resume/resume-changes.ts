/** What becomes of a resume when a file takes its place, part by part. */
import type { PlainFields } from "#lib/firestore-value.ts";
import { resumeFields } from "./resume-fields.ts";

export type ResumeChange = {
  part: string;
  /** In a few words: "3 entries → 5, none kept", "added", "taken away". */
  words: string;
};

export function resumeChanges(now: PlainFields, next: PlainFields): ResumeChange[] {
  const names = [...new Set([...Object.keys(now), ...Object.keys(next)])];
  return names.flatMap((name) => {
    const [before, after] = [now[name], next[name]];
    if (sameText(before) === sameText(after)) return [];
    return [{ part: titleOf(name), words: wordsOf(before, after) }];
  });
}

/** Of the standard, but nothing that a person would write. */
const aboutTheFile = new Set(["$schema", "meta"]);

function titleOf(name: string): string {
  const field = resumeFields.find((one) => one.name === name);
  if (field !== undefined) return field.label;
  return aboutTheFile.has(name) ? "About the file" : `${name} (kept, not shown)`;
}

function wordsOf(before: unknown, after: unknown): string {
  if (isEmpty(before)) return Array.isArray(after) ? `added: ${entries(after)}` : "added";
  if (isEmpty(after))
    return Array.isArray(before) ? `taken away: ${entries(before)}` : "taken away";
  if (!Array.isArray(before) || !Array.isArray(after)) return "changed";
  const known = new Set(before.map(sameText));
  const kept = after.filter((entry) => known.has(sameText(entry))).length;
  return `${entries(before)} → ${after.length}, ${kept || "none"} kept`;
}

function entries(list: readonly unknown[]): string {
  return list.length === 1 ? "1 entry" : `${list.length} entries`;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** The same for values that differ in the order of their fields alone. */
function sameText(value: unknown): string {
  if (value === undefined) return "";
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
