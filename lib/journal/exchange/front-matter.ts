/**
 * What stands between two lines `---` at the beginning of a Markdown file: the part of YAML that journals and notes use
 * there. `key: words`, quoted or not, `key: [a, b]`, and lines `- a` below a key. Nothing else is guessed at.
 */
export type FrontMatter = {
  /** By key in lower case, in the order of the file; a list where one is written. */
  fields: ReadonlyMap<string, string | readonly string[]>;
  /** Lines that are none of this, as they stand there. */
  unread: readonly string[];
  /** What follows. */
  body: string;
};

const mostLines = 1000;
const longestLine = 10_000;

/** @param text with `\n` at the ends of its lines. Undefined: it has none */
export function readFrontMatter(text: string): FrontMatter | undefined {
  if (!text.startsWith("---\n")) return undefined;
  const lines = text.split("\n", mostLines);
  const end = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(line));
  if (end === -1) return undefined;
  const fields = new Map<string, string | readonly string[]>();
  const unread: string[] = [];
  const inside = lines.slice(1, end);
  for (let at = 0; at < inside.length; at += 1) {
    const line = inside[at]!;
    if (line.trim() === "" || /^\s*#/.test(line)) continue;
    const [, key, rest = ""] = keyIn(line) ?? [];
    const below = key === undefined ? [] : takeBelow(inside, at + 1);
    const value = key === undefined ? undefined : valueOf(rest, below);
    if (key === undefined || value === undefined || fields.has(key.toLowerCase())) {
      unread.push(line, ...below);
    } else fields.set(key.toLowerCase(), value);
    at += below.length;
  }
  return { fields, unread, body: lines.slice(end + 1).join("\n") + restOf(text, lines.length) };
}

function keyIn(line: string): readonly (string | undefined)[] | null {
  if (line.length > longestLine) return null;
  return /^([A-Za-z_][\w .-]{0,60}?)[ \t]*:(?:[ \t]+(.*))?$/.exec(line);
}

/** What `split` with a limit has left out. */
function restOf(text: string, lines: number): string {
  let at = -1;
  for (let count = 0; count < lines; count += 1) {
    at = text.indexOf("\n", at + 1);
    if (at === -1) return "";
  }
  return lines < mostLines ? "" : text.slice(at);
}

/** Lines that belong to a key: they are indented, or begin with `-`. */
function takeBelow(lines: readonly string[], from: number): string[] {
  let end = from;
  while (end < lines.length && /^(?:[ \t]+\S|-(?:[ \t]|$))/.test(lines[end]!)) end += 1;
  return lines.slice(from, end);
}

/** Undefined: it is written in a way that is not read here. */
function valueOf(rest: string, below: readonly string[]): string | readonly string[] | undefined {
  const text = rest.trim();
  if (below.length > 0) {
    if (text !== "" && !text.startsWith("#")) return undefined;
    const items = below.map((line) => {
      const [, item] = /^[ \t]*-[ \t]+(.*)$/.exec(line) ?? [];
      return item === undefined ? undefined : scalarOf(item.trim());
    });
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (text.startsWith("[")) return flowOf(text);
  return scalarOf(text);
}

function scalarOf(text: string): string | undefined {
  if (text.startsWith('"')) {
    const [, quoted, more = ""] = /^("(?:[^"\\]|\\.)*")(.*)$/.exec(text) ?? [];
    return quoted === undefined || !isComment(more) ? undefined : unquoted(quoted);
  }
  if (text.startsWith("'")) {
    const [, inside, more = ""] = /^'((?:[^']|'')*)'(.*)$/.exec(text) ?? [];
    return inside === undefined || !isComment(more) ? undefined : inside.replaceAll("''", "'");
  }
  const plain = text.slice(0, /^#|[ \t]#/.exec(text)?.index).trim();
  // Maps, texts of several lines, anchors, references, tags.
  if (/^[{}[\]|>&*!%@`]/.test(plain) || /:(?:[ \t]|$)/.test(plain)) return undefined;
  return /^(?:null|~)$/i.test(plain) ? "" : plain;
}

function isComment(text: string): boolean {
  return /^[ \t]*(?:#.*)?$/.test(text);
}

/** A text in double quotes is JSON but for few signs that nobody uses there. */
function unquoted(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value.toWellFormed() : undefined;
  } catch {
    // YAML has signs of its own, such as `\x41`.
    return undefined;
  }
}

function flowOf(text: string): string[] | undefined {
  const [, inside, more = ""] = /^\[(.*)\](.*)$/.exec(text) ?? [];
  if (inside === undefined || !isComment(more)) return undefined;
  const items: string[] = [];
  const form = /(?:[ \t]*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')[ \t]*|([^,"'[\]{}]*))(,|$)/y;
  while (form.lastIndex < inside.length) {
    const [, quotedItem, plain = "", end] = form.exec(inside) ?? [];
    if (end === undefined) return undefined;
    const words = quotedItem ?? plain.trim();
    const item = scalarOf(words);
    if (item === undefined) return undefined;
    // `[a, ]` is one.
    if (words !== "") items.push(item);
    if (end === "") break;
  }
  return items;
}

/** @param fields in their order; undefined and empty lists are left out */
export function writeFrontMatter(
  fields: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>,
): string {
  const lines = Object.entries(fields).flatMap(([key, value]) => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    const words = Array.isArray(value) ? `[${value.map(quoted).join(", ")}]` : plainOr(key, value);
    return [`${key}: ${words}`];
  });
  return `---\n${lines.join("\n")}\n---\n`;
}

function plainOr(key: string, value: unknown): string {
  if (typeof value !== "string") return String(value);
  if (key === "date") return value;
  return /^[A-Za-z0-9][A-Za-z0-9_+/.:-]*$/.test(value) && !value.endsWith(":") && !isWord(value)
    ? value
    : quoted(value);
}

/** YAML would take these for something else than text. */
function isWord(value: string): boolean {
  return /^(?:true|false|yes|no|on|off|null|[\d.+-][\d.e+-]*)$/i.test(value);
}

function quoted(value: string): string {
  // Both are ends of lines in YAML.
  return JSON.stringify(value.toWellFormed())
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
