/**
 * What stands in the way of publishing: one sentence beside each field. The browser shows it while somebody writes, the
 * server refuses by it.
 */
import * as z from "zod/mini";
import { isBlank } from "../documents/parts.ts";
import type { PlainFields } from "../firestore-value.ts";
import { checkRichText } from "../rich-text/check.ts";
import { asPublished, mediaIn } from "./content-media.ts";
import { contentSchema, isContentId } from "./kinds.ts";
import type { ContentKind } from "./kinds.ts";
import { publishable } from "./publishable.ts";

/** `path` reads like `links.0.url`; of the whole document it is empty. */
export type Problem = { path: string; text: string };

const maxProblems = 50;

/** Empty when it may be published; whether its address is taken already only the server knows. */
export function problemsOf(kind: ContentKind, id: string, fields: PlainFields): Problem[] {
  const schema = contentSchema(kind, id);
  if (schema === undefined) {
    const text = isContentId(kind, id)
      ? "This version of the site does not know this part yet."
      : "This id cannot be used.";
    return [{ path: "", text }];
  }
  const whole = publishable(kind, id, asPublished(fields));
  const result = z.safeParse(schema, whole, { error: explain });
  const problems = [
    ...pictureProblems(fields),
    ...altProblems(whole),
    ...(result.success ? [] : result.error.issues.map(problemOfIssue)),
    ...textProblems(whole),
    ...periodProblems(kind, whole),
  ];
  const seen = new Set<string>();
  return problems.filter(({ path }) => !seen.has(path) && seen.add(path)).slice(0, maxProblems);
}

function problemOfIssue(issue: z.core.$ZodIssue): Problem {
  return { path: issue.path.map(String).join("."), text: sentence(issue.message) };
}

function sentence(message: string): string {
  const text = message.slice(0, 1).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function explain(issue: z.core.$ZodRawIssue): string {
  if (issue.code === "invalid_type") {
    if (issue.input === undefined || issue.input === null) return "Fill this in.";
    return issue.expected === "int" ? "Must be a whole number." : "This cannot be used here.";
  }
  if (issue.code === "too_big") {
    const unit = issue.origin === "array" ? "entries" : "characters";
    return issue.origin === "string" || issue.origin === "array"
      ? `Shorten it to ${issue.maximum} ${unit}.`
      : `Must be at most ${issue.maximum}.`;
  }
  if (issue.code === "too_small") {
    return issue.minimum === 1 ? "Fill this in." : `Must be at least ${issue.minimum}.`;
  }
  return "This cannot be used here.";
}

/** A picture is one of this site's own: any other path would be asked for by everybody who opens the page. */
function pictureProblems(fields: PlainFields): Problem[] {
  return mediaIn(fields).flatMap(({ path, kind, name, holder }) => {
    const { src } = holder;
    if (kind !== "picture" || src === "" || name !== undefined) return [];
    const isSample = typeof src === "string" && /^\/sample(?:\/[\w-]+(?:\.[\w-]+)*)+$/.test(src);
    if (isSample) return [];
    return [{ path: `${path}.src`, text: "This is no picture of the site. Upload it again." }];
  });
}

function altProblems(fields: PlainFields): Problem[] {
  return mediaIn(fields).flatMap(({ path, kind, holder }) => {
    if (kind !== "picture") return [];
    const alt = holder["alt"];
    if (typeof alt === "string" && !isBlank(alt)) return [];
    return [{ path: `${path}.alt`, text: "Say what the picture shows." }];
  });
}

/** Of rich texts at the top level. */
function textProblems(fields: PlainFields): Problem[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (!isRichText(value)) return [];
    return checkRichText(value).map(({ path, message }) => ({
      path: path === "" ? name : `${name}.${path.replaceAll(/\[(\d+)\]/g, ".$1")}`,
      text: sentence(message),
    }));
  });
}

function isRichText(value: unknown): value is PlainFields {
  return (
    typeof value === "object" && value !== null && (value as { type?: unknown }).type === "doc"
  );
}

function periodProblems(kind: ContentKind, fields: PlainFields): Problem[] {
  const [from, to, text] =
    kind === "certificates"
      ? (["issueDate", "expiryDate", "It expires before it was issued."] as const)
      : (["startDate", "endDate", "The end is before the start."] as const);
  const [start, end] = [fields[from], fields[to]];
  if (typeof start !== "string" || typeof end !== "string") return [];
  // Of dates of different exactness only what both say is compared: 2024 does not end before 2024-06.
  const shared = Math.min(start.length, end.length);
  return end.slice(0, shared) < start.slice(0, shared) ? [{ path: to, text }] : [];
}
