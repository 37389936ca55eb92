/**
 * Does a value fit a document's schema, and if not, where and why, in words for a person without zod.
 * `checkResume` adds what a document store refuses and that a name is needed, so that an import fails whole and before
 * it is written.
 */
import * as z from "zod/mini";
import { isBlank } from "./parts.ts";
import { resumeDocument, type ResumeDocument } from "./resume.ts";

/** `path` reads like `work[1].startDate`; the whole value is `the document`. */
export type Fault = { path: string; message: string };

/** `more` counts the faults beyond the first fifty. */
export type Checked<Value> =
  | { ok: true; value: Value }
  | { ok: false; faults: Fault[]; more: number };

const limits = {
  faults: 50,
  depth: 18,
  jsonBytes: 900_000,
  fieldNameBytes: 1500,
};

type Place = readonly (string | number)[];

export function checkDocument<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): Checked<z.output<Schema>> {
  const result = z.safeParse(schema, value, { error: explain });
  return result.success ? { ok: true, value: result.data } : refuse(schemaFaults(result.error));
}

/** The value of an accepted resume is the one given, its unknown fields and their order untouched. */
export function checkResume(value: unknown): Checked<ResumeDocument> {
  const result = z.safeParse(resumeDocument, value, { error: explain });
  const faults = result.success ? [] : schemaFaults(result.error);
  const known = new Set(faults.map((fault) => fault.path));
  faults.push(...storageFaults(value).filter((fault) => !known.has(fault.path)));
  if (result.success && isBlank(result.data.basics?.name ?? "")) {
    faults.push({
      path: "basics.name",
      message: "is missing or empty; give a name, so that the site knows whose it is",
    });
  }
  // Only what can be stored otherwise can safely be measured: not what is cyclic, or deeper than the call stack.
  if (faults.length === 0) faults.push(...sizeFaults(value));
  return faults.length === 0 ? { ok: true, value: value as ResumeDocument } : refuse(faults);
}

function refuse(faults: Fault[]): { ok: false; faults: Fault[]; more: number } {
  return {
    ok: false,
    faults: faults.slice(0, limits.faults),
    more: Math.max(0, faults.length - limits.faults),
  };
}

function schemaFaults(error: z.core.$ZodError): Fault[] {
  return error.issues.map((issue) => ({
    path: formatPath(issue.path as Place),
    message: issue.message,
  }));
}

/** What Firestore cannot hold, with some room left for the wrapper that a resume is stored in. */
function storageFaults(value: unknown): Fault[] {
  const faults: Fault[] = [];

  function visit(node: unknown, place: Place, depth: number): void {
    const fault = (message: string) => faults.push({ path: formatPath(place), message });

    if (typeof node === "string") {
      if (!node.isWellFormed()) fault("contains half of a character; type that text again");
    } else if (typeof node === "number") {
      if (!Number.isFinite(node)) fault("must be a number that is not too large to store");
    } else if (typeof node === "object" && node !== null) {
      if (depth > limits.depth) {
        fault(`is nested too deeply; keep lists and groups within ${limits.depth} levels`);
        return;
      }
      if (Array.isArray(node)) visitList(node, place, depth);
      else visitFields(node, place, depth);
    } else if (node !== null && typeof node !== "boolean") {
      fault("must be text, a number, true, false, null, a list in [ ] or a group of fields in { }");
    }
  }

  function visitList(list: unknown[], place: Place, depth: number): void {
    for (const [index, entry] of list.entries()) {
      const here = [...place, index];
      if (Array.isArray(entry)) {
        faults.push({
          path: formatPath(here),
          message: "must not be a list directly inside a list; put its entries in the outer one",
        });
      }
      visit(entry, here, depth + 1);
    }
  }

  function visitFields(group: object, place: Place, depth: number): void {
    for (const [name, entry] of Object.entries(group)) {
      const here = [...place, name];
      const message = fieldNameFault(name);
      if (message !== null) faults.push({ path: formatPath(here), message });
      visit(entry, here, depth + 1);
    }
  }

  visit(value, [], 1);
  return faults;
}

function sizeFaults(value: unknown): Fault[] {
  const bytes = utf8Bytes(JSON.stringify(value));
  if (bytes <= limits.jsonBytes) return [];
  const [has, allowed] = [bytes, limits.jsonBytes].map((count) => count.toLocaleString("en"));
  return [
    { path: formatPath([]), message: `is ${has} bytes long; shorten it to ${allowed} or less` },
  ];
}

function fieldNameFault(name: string): string | null {
  if (name === "") return "has a field without a name; name it or remove it";
  if (/^__.*__$/s.test(name)) {
    return "has a name that is reserved; remove the underscores at its start and end";
  }
  if (!name.isWellFormed()) return "has half of a character in its name; type the name again";
  if (utf8Bytes(name) > limits.fieldNameBytes) return "has a name that is too long; shorten it";
  return null;
}

function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

function formatPath(place: Place): string {
  let path = "";
  for (const step of place) {
    if (typeof step === "number") path += `[${step}]`;
    else if (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step)) path += path === "" ? step : `.${step}`;
    else path += `[${JSON.stringify(step)}]`;
  }
  return path === "" ? "the document" : path;
}

/** Words for what the schemas leave to zod; a message given in a schema comes before these. */
function explain(issue: z.core.$ZodRawIssue): string {
  if (issue.code === "invalid_type") {
    if (issue.input === undefined) return `is missing; it must be ${kindName(issue.expected)}`;
    if (issue.expected === "int" && typeof issue.input === "number")
      return "must be a whole number";
    return `must be ${kindName(issue.expected)}, not ${kindName(kindOf(issue.input))}`;
  }
  if (issue.code === "invalid_value") {
    return `must be ${issue.values.map((allowed) => JSON.stringify(allowed)).join(" or ")}`;
  }
  if (issue.code === "too_big") {
    return `must have at most ${issue.maximum} ${unitName(issue.origin)}`;
  }
  if (issue.code === "too_small") {
    if (issue.origin === "number") return `must be more than ${issue.minimum}`;
    return issue.minimum === 1
      ? "must not be empty"
      : `must have at least ${issue.minimum} ${unitName(issue.origin)}`;
  }
  return "is not something this field can hold";
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function kindName(kind: string): string {
  const names: Record<string, string> = {
    string: "text in quotes",
    number: "a number",
    int: "a whole number",
    boolean: "true or false",
    array: "a list in [ ]",
    object: "a group of fields in { }",
    null: "null (nothing)",
  };
  return names[kind] ?? `a ${kind}`;
}

function unitName(origin: string): string {
  return origin === "array" ? "entries" : "characters";
}
