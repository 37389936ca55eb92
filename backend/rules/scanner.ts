/**
 * The words of both rules languages, read one at a time. The parser asks for the next token where it stands, because a
 * slash begins a path or a regular expression in one place and divides in another.
 */
import { rulesError, type RulesError } from "./errors.ts";
import type { RulesSource } from "./types.ts";

export type Token =
  | { kind: "name"; text: string; offset: number }
  | { kind: "string"; text: string; offset: number }
  /** `b'…'`; `text` in base64. */
  | { kind: "bytes"; text: string; offset: number }
  /** `text` as written: `1.0` is another type than `1`. */
  | { kind: "number"; text: string; offset: number }
  | { kind: "mark"; text: string; offset: number }
  | { kind: "end"; text: ""; offset: number };

export type Scanner = {
  /** Where the next token begins, in characters of the file. */
  offset(): number;
  /** Where what was taken last ends. */
  end(): number;
  peek(): Token;
  take(): Token;
  /** Takes the token when it is this mark or name. */
  takeIf(text: string): boolean;
  /** @throws RulesError when the next token is another one. */
  expect(text: string): Token;
  expectName(what: string): Token;
  /** Reads raw text that matches `pattern` (sticky) where the scanner stands: at a token that was peeked at, not after it. */
  takeRaw(pattern: RegExp): string | undefined;
  fail(message: string, offset?: number): RulesError;
};

const blank = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const name = /\$?[A-Za-z_][A-Za-z0-9_]*/y;
const quoted = /'(?:[^'\\\n]|\\[^\n])*'|"(?:[^"\\\n]|\\[^\n])*"/y;
const bytesPart = /\\x([0-9A-Fa-f]{2})|\\([0-3][0-7]{2})|\\(.)|[^\\]+/gsu;
const number = /(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![A-Za-z0-9_])/y;
const marks = [
  "===",
  "!==",
  "&&",
  "||",
  "==",
  "!=",
  "<=",
  ">=",
  ...Array.from("(){}[]<>=!+-*/%?:,.;|&"),
];

/**
 * @param text of one expression or file; errors are placed by `toOffset` into the whole `source`.
 * @param strings whether one may go on over several lines
 */
export function createScanner(
  source: RulesSource,
  text: string = source.text,
  toOffset: (index: number) => number = (index) => index,
  strings: "line" | "lines" = "line",
): Scanner {
  let index = 0;
  let next: Token | undefined;
  let nextIndex = 0;
  let takenTo = 0;

  function fail(message: string, offset = toOffset(index)): RulesError {
    return rulesError(source, offset, message);
  }

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = index;
    return pattern.exec(text)?.[0];
  }

  function skipBlank(): void {
    index += (match(blank) as string).length;
    if (text.startsWith("/*", index)) throw fail("This comment is never closed: add */.");
  }

  function read(): Token {
    const offset = toOffset(index);
    if (index >= text.length) return { kind: "end", text: "", offset };
    const first = text.charAt(index);
    if (first === "'" || first === '"') return { kind: "string", text: readString(first), offset };
    if (first === "b" && /^['"]/.test(text.charAt(index + 1))) {
      return { kind: "bytes", text: readBytes(), offset };
    }
    const word = match(name);
    if (word !== undefined) return advance("name", word, offset);
    if (first >= "0" && first <= "9") {
      const digits = match(number);
      if (digits === undefined) throw fail("This is not a number: write digits like 12 or 1.5.");
      return advance("number", digits, offset);
    }
    const mark = marks.find((one) => text.startsWith(one, index));
    if (mark === undefined) throw fail(`Unexpected character ${JSON.stringify(first)}.`);
    return advance("mark", mark, offset);
  }

  function advance(kind: "name" | "number" | "mark", word: string, offset: number): Token {
    index += word.length;
    return { kind, text: word, offset };
  }

  function readString(quote: string): string {
    const start = index;
    let value = "";
    for (index += 1; index < text.length; index += 1) {
      const character = text.charAt(index);
      if (character === quote) {
        index += 1;
        return value;
      }
      if (character === "\n" && strings === "line") break;
      value += character === "\\" ? readEscape() : character;
    }
    throw fail(`This string is never closed: add ${quote}.`, toOffset(start));
  }

  function readEscape(): string {
    index += 1;
    const letter = text.charAt(index);
    const plain = escapes.get(letter);
    if (plain !== undefined) return plain;
    const code = letter === "u" ? /^[0-9A-Fa-f]{4}/.exec(text.slice(index + 1, index + 5)) : null;
    if (code === null) {
      throw fail(`Unknown escape \\${letter} in a string: write \\\\ for a backslash.`);
    }
    index += 4;
    return String.fromCharCode(Number.parseInt(code[0], 16));
  }

  function readBytes(): string {
    const start = index;
    index += 1;
    const literal = match(quoted);
    if (literal === undefined) throw fail("These bytes are never closed.", toOffset(start));
    const parts = Array.from(literal.slice(1, -1).matchAll(bytesPart), (part) => {
      const [all, hex, octal, letter] = part;
      if (hex !== undefined) return Buffer.of(Number.parseInt(hex, 16));
      if (octal !== undefined) return Buffer.of(Number.parseInt(octal, 8));
      const plain = letter === undefined ? all : escapes.get(letter);
      if (plain !== undefined) return Buffer.from(plain);
      throw fail(`Unknown escape ${all} in bytes: write \\x2A or \\052.`, toOffset(start));
    });
    index += literal.length;
    return Buffer.concat(parts).toString("base64");
  }

  function peek(): Token {
    if (next === undefined) {
      skipBlank();
      nextIndex = index;
      next = read();
    }
    return next;
  }

  function take(): Token {
    const token = peek();
    next = undefined;
    takenTo = index;
    return token;
  }

  function is(token: Token, wanted: string): boolean {
    return token.text === wanted && (token.kind === "mark" || token.kind === "name");
  }

  return {
    offset: () => peek().offset,
    end: () => toOffset(takenTo),
    peek,
    take,
    takeIf(wanted) {
      if (!is(peek(), wanted)) return false;
      take();
      return true;
    },
    expect(wanted) {
      const token = take();
      if (is(token, wanted)) return token;
      throw fail(`Expected ${wanted} before ${describe(token)}.`, token.offset);
    },
    expectName(what) {
      const token = take();
      if (token.kind === "name") return token;
      throw fail(`Expected ${what} before ${describe(token)}.`, token.offset);
    },
    takeRaw(pattern) {
      if (next !== undefined) index = nextIndex;
      next = undefined;
      const raw = match(pattern);
      index += raw?.length ?? 0;
      takenTo = index;
      return raw;
    },
    fail,
  };
}

export function describe(token: Token): string {
  if (token.kind === "end") return "the end";
  return JSON.stringify(token.text.slice(0, 40));
}

const escapes = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
  ["f", "\f"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["/", "/"],
]);
