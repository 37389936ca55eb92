/** A file of problems, as somebody brings it: docs/leetcode.md says what may stand in it. */
import * as z from "zod/mini";
import { problemsOf } from "../content/problems.ts";
import type { PlainFields } from "../firestore-value.ts";
import type { ImportedProblem } from "./api.ts";
import { mergeProblems } from "./merge-problems.ts";
import { linkKey, linkOfSlug, slugOfLink, slugOfTyped } from "./problem-link.ts";
import { isSubmission, problemsOfSubmissions, titleOfSlug } from "./submissions.ts";

const maxImportBytes = 32 * 1024 * 1024;
const maxEntries = 20_000;
const maxFaults = 100;

/** Its message is a sentence. */
export class ImportFileError extends Error {
  override readonly name = "ImportFileError";
}

export type ImportFile = {
  /** One for each link. */
  problems: ImportedProblem[];
  /** What cannot be used, the first hundred of it. */
  faults: { at: string; text: string }[];
  /** Submissions that were not accepted. */
  skipped: number;
};

/** @throws ImportFileError as `readImport`; DOMException when the file cannot be read */
export async function readImportFile(file: Blob): Promise<ImportFile> {
  if (file.size > maxImportBytes) throw tooLarge();
  return readImport(await file.text());
}

/** @throws ImportFileError when there is nothing in it that could be read */
export function readImport(text: string): ImportFile {
  const entries = entriesOf(parse(text));
  if (entries.length === 0) throw new ImportFileError("There are no problems in this file.");
  if (entries.length > maxEntries) {
    throw new ImportFileError(`This file has more than ${maxEntries} entries. Split it.`);
  }
  const submissions = entries.filter(isSubmission);
  const { problems: submitted, notAccepted, unread } = problemsOfSubmissions(submissions);
  const faults: ImportFile["faults"] = [];
  if (unread > 0) {
    faults.push({
      at: "submissions",
      text: `${unread} cannot be read: they have another form than LeetCode’s.`,
    });
  }
  const found = new Map<string, ImportedProblem[]>();
  const keep = (problem: ImportedProblem) => {
    const key = linkKey(problem.link);
    const same = found.get(key);
    if (same === undefined) found.set(key, [problem]);
    else same.push(problem);
  };
  for (const problem of submitted) keep(problem);
  for (const [at, entry] of entries.entries()) {
    if (isSubmission(entry)) continue;
    const read = readEntry(entry);
    if (typeof read !== "string") keep(read);
    else if (faults.length < maxFaults) faults.push({ at: nameOf(entry, at), text: read });
  }
  return { problems: [...found.values()].map(joined), faults, skipped: notAccepted };
}

function parse(text: string): unknown {
  if (text.length > maxImportBytes) throw tooLarge();
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new ImportFileError("This is no JSON file.");
  }
}

function tooLarge(): ImportFileError {
  return new ImportFileError("This file is larger than 32 MB. Split it.");
}

/** Of one list, one object with it, or several pages of LeetCode's submissions. */
function entriesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    return value.flatMap((entry: unknown) => {
      const page = isGroup(entry) ? entry["submissions_dump"] : undefined;
      return Array.isArray(page) ? (page as unknown[]) : [entry];
    });
  }
  if (!isGroup(value)) throw new ImportFileError("There are no problems in this file.");
  const list = [value["problems"], value["submissions_dump"]].find((one) => Array.isArray(one));
  if (list !== undefined) return list as unknown[];
  return "solutions" in value || "link" in value || "slug" in value ? [value] : [];
}

const optionalText = z.optional(z.nullable(z.string()));
const writtenSolution = z.object({
  language: z.string(),
  code: z.string(),
  label: optionalText,
  time: optionalText,
  space: optionalText,
  note: optionalText,
  solvedOn: optionalText,
});
const writtenEntry = z.object({
  title: optionalText,
  link: optionalText,
  /** Instead of a link. */
  slug: optionalText,
  number: z.optional(z.nullable(z.union([z.number(), z.string()]))),
  difficulty: optionalText,
  categories: z.optional(z.nullable(z.array(z.string()))),
  solutions: z.optional(z.nullable(z.array(writtenSolution))),
});

/** The problem, or a sentence why it is none. */
function readEntry(entry: unknown): ImportedProblem | string {
  const read = writtenEntry.safeParse(entry);
  if (!read.success) {
    const place = read.error.issues[0]?.path.join(".") ?? "";
    return place === "" ? "This is no problem." : `${place} is not as it has to be.`;
  }
  const { title, link, slug, number, difficulty, categories, solutions } = read.data;
  const typed = link?.trim() || slug?.trim() || "";
  const known = slugOfTyped(typed);
  const address = known === undefined ? typed : linkOfSlug(known);
  if (address === "") return "It has no link.";
  const problem = {
    title: title?.trim() || titleOfLink(address),
    link: address,
    ...(number && { number: Number(number) }),
    ...(difficulty && { difficulty: difficulty.trim().toLowerCase() }),
    categories: (categories ?? []).map((word) => word.trim()).filter(Boolean),
    solutions: (solutions ?? []).map(({ language, code, ...more }) => ({
      language: language.trim().toLowerCase(),
      code,
      ...textsOf(more),
    })),
  };
  const [fault] = problemsOf("problems", "new", problem);
  if (fault === undefined) return problem as ImportedProblem;
  return fault.path === "" ? fault.text : `${fault.path}: ${fault.text}`;
}

function textsOf(more: Record<string, string | null | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(more).flatMap(([name, text]) => {
      const trimmed = text?.trim() ?? "";
      return trimmed === "" ? [] : [[name, trimmed]];
    }),
  );
}

function titleOfLink(link: string): string {
  const slug = slugOfLink(link);
  return slug === undefined ? "" : titleOfSlug(slug);
}

function joined(same: readonly ImportedProblem[]): ImportedProblem {
  const [first, ...others] = same as readonly PlainFields[];
  return mergeProblems(first ?? {}, ...others) as unknown as ImportedProblem;
}

function nameOf(entry: unknown, at: number): string {
  const { title, slug, link } = isGroup(entry) ? entry : {};
  const name = [title, slug, link].find((text) => typeof text === "string" && text.trim() !== "");
  return typeof name === "string" ? name.trim().slice(0, 200) : `entry ${at + 1}`;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
