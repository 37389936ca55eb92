/**
 * Is a value a rich text as the schema has it, and if not, where and why? Asked wherever one is written or imported;
 * what is stored already is read by read.ts, which shows what it can.
 */
import type { NodeType } from "prosemirror-model";
import { isSafeHref } from "../safe-href.ts";
import { richTextSchema } from "./schema.ts";

/** `path` reads like `content[2].attrs.level`. */
export type RichTextFault = { path: string; message: string };

/** A document store holds twenty levels, and each node takes two of them, a link within it two more. */
export const maxDepth = 9;
const maxNodes = 20_000;
const maxBytes = 500_000;
const maxFaults = 50;

type Fields = Record<string, unknown>;

/** @returns the first fifty; none for a text that can be stored, shown and edited */
export function checkRichText(value: unknown): RichTextFault[] {
  const faults: RichTextFault[] = [];
  let count = 0;
  const fault = (path: string, message: string) => {
    if (faults.length < maxFaults) faults.push({ path, message });
  };

  function visit(node: unknown, path: string, depth: number): NodeType | undefined {
    count++;
    if (count > maxNodes || faults.length >= maxFaults) return undefined;
    if (!isFields(node) || typeof node["type"] !== "string") {
      fault(path, "must be a group of fields with a type in quotes");
      return undefined;
    }
    const name = node["type"];
    const type = own(richTextSchema.nodes, name);
    if (type === undefined) {
      fault(path, `is a ${quoted(name)}, which no text can hold`);
      return undefined;
    }
    if (depth > maxDepth) {
      fault(path, `is nested too deeply; keep within ${maxDepth} levels`);
      return type;
    }
    if (type.isText && (typeof node["text"] !== "string" || node["text"] === "")) {
      fault(path, "must have a text in quotes that is not empty");
    }
    checkAttributes(name, type.spec.attrs, node["attrs"], path);
    visitContent(node, type, path, depth);
    return type;
  }

  function visitContent(node: Fields, type: NodeType, path: string, depth: number): void {
    const content = node["content"] ?? [];
    if (!Array.isArray(content)) return fault(`${path}.content`, "must be a list in [ ]");
    let match = type.contentMatch;
    for (const [at, child] of content.entries()) {
      const place = `${path}.content[${at}]`;
      const childType = visit(child, place, depth + 1);
      if (childType === undefined) return;
      const next = match.matchType(childType);
      if (next === null) {
        fault(place, `is a ${childType.name}, which cannot stand here in a ${type.name}`);
        return;
      }
      match = next;
      visitMarks(child as Fields, type, place);
    }
    if (!match.validEnd) fault(path, `is a ${type.name} without what belongs into it`);
  }

  function visitMarks(node: Fields, parent: NodeType, path: string): void {
    const marks = node["marks"] ?? [];
    if (!Array.isArray(marks)) return fault(`${path}.marks`, "must be a list in [ ]");
    for (const [at, mark] of (marks as unknown[]).entries()) {
      const place = `${path}.marks[${at}]`;
      const name = isFields(mark) && typeof mark["type"] === "string" ? mark["type"] : "";
      const type = own(richTextSchema.marks, name);
      if (type === undefined) fault(place, `is ${quoted(name)}, which is no mark of a text`);
      else if (!parent.allowsMarkType(type)) fault(place, `cannot mark text in a ${parent.name}`);
      else checkAttributes(name, type.spec.attrs, (mark as Fields)["attrs"], place);
    }
  }

  function checkAttributes(
    name: string,
    known: Record<string, { default?: unknown }> | null | undefined,
    given: unknown,
    path: string,
  ): void {
    const attrs = given ?? {};
    if (!isFields(attrs)) return fault(`${path}.attrs`, "must be a group of fields in { }");
    for (const attribute of Object.keys(attrs)) {
      if (own(known ?? {}, attribute) === undefined) {
        fault(`${path}.attrs`, `has ${quoted(attribute)}, which a ${name} does not have`);
      }
    }
    for (const [attribute, spec] of Object.entries(known ?? {})) {
      const value = attrs[attribute] ?? spec.default;
      const message = attributeFault(name, attribute, value, "default" in spec);
      if (message !== undefined) fault(`${path}.attrs.${attribute}`, message);
    }
  }

  const bytes = isFields(value) ? sizeOf(value) : 0;
  if (bytes === undefined) return [{ path: "", message: "must be JSON" }];
  if (bytes > maxBytes) {
    const [has, allowed] = [bytes, maxBytes].map((size) => size.toLocaleString("en"));
    return [{ path: "", message: `is ${has} bytes long; shorten it to ${allowed} or less` }];
  }
  const type = visit(value, "", 1);
  if (type !== undefined && type.name !== "doc") fault("", "must begin with a doc");
  if (count > maxNodes) {
    const most = maxNodes.toLocaleString("en");
    fault("", `has more than ${most} parts; make two texts of it`);
  }
  return faults.map(({ path, message }) => ({ path: path.replace(/^\./, ""), message }));
}

type Rule = { test: (value: unknown) => boolean; message: string };

const wholeNumber = (min: number, max: number): Rule => ({
  test: (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
  message: `must be a whole number from ${min} to ${max}`,
});

const textUpTo = (length: number): Rule => ({
  test: (value) => typeof value === "string" && value.length <= length,
  message: `must be text in quotes of at most ${length} characters`,
});

const rules: Record<string, Rule> = {
  "heading.level": wholeNumber(2, 4),
  "orderedList.start": wholeNumber(0, 1_000_000),
  "orderedList.type": textUpTo(1),
  "taskItem.checked": {
    test: (value) => typeof value === "boolean",
    message: "must be true or false",
  },
  "codeBlock.language": {
    test: (value) => typeof value === "string" && /^[\w+#.-]{0,40}$/.test(value),
    message: "must be the name of a language, such as typescript",
  },
  "image.src": {
    test: (value) => isAddress(value) && value.startsWith("/"),
    message: "must be a path on this site",
  },
  "image.alt": textUpTo(500),
  "image.title": textUpTo(500),
  "image.width": wholeNumber(1, 100_000),
  "image.height": wholeNumber(1, 100_000),
  "image.thumbhash": textUpTo(100),
  "link.href": {
    test: isAddress,
    message: "must be an http, https or mailto address, or a path on this site",
  },
  colspan: wholeNumber(1, 100),
  rowspan: wholeNumber(1, 1000),
  colwidth: {
    test: (value) => Array.isArray(value) && value.length <= 100,
    message: "must be a list of widths in [ ]",
  },
};

/** Only what may be left out may be null. */
function attributeFault(
  name: string,
  attribute: string,
  value: unknown,
  isOptional: boolean,
): string | undefined {
  if (isOptional && (value === null || value === undefined)) return undefined;
  const rule = own(rules, `${name}.${attribute}`) ?? own(rules, attribute) ?? textUpTo(500);
  return rule.test(value) ? undefined : rule.message;
}

function isAddress(value: unknown): value is string {
  return typeof value === "string" && value.length <= 2000 && isSafeHref(value);
}

/** Of its JSON; undefined for what has none. */
function sizeOf(value: object): number | undefined {
  try {
    return new TextEncoder().encode(JSON.stringify(value)).length;
  } catch {
    // It is cyclic, or deeper than the call stack.
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function quoted(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
}
