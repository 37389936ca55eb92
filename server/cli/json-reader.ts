/**
 * Reads JSON piece by piece, for documents that do not fit into memory. What it takes is what JSON.parse takes, except
 * numbers that are not finite.
 */
export type JsonScalar = null | boolean | number | string;

export type JsonEvents = {
  open: (kind: "object" | "array") => void;
  /** Of the next value in an object. */
  key: (key: string) => void;
  scalar: (value: JsonScalar) => void;
  close: () => void;
};

export type JsonReader = {
  /** Calls the events of what is complete. @throws JsonError, and what an event throws */
  push(text: string): void;
  /** @throws JsonError when the document is not complete. */
  end(): void;
  /** Where it is, for messages; from 1. */
  line(): number;
};

export class JsonError extends Error {
  override readonly name = "JsonError";
}

/** Written with escapes for each of its characters, the longest text that the tree holds has fewer. */
const maxTextChars = 64 * 1024 * 1024;
const maxTokenChars = 1024;

type State = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end" | "nothing";

export function createJsonReader(events: JsonEvents): JsonReader {
  const containers: ("object" | "array")[] = [];
  let state: State = "value";
  let line = 1;
  /** What is known of a text that has not ended, or of another token that may not have. */
  let text: { parts: string[]; chars: number; escaped: boolean } | undefined;
  let token = "";

  function push(chunk: string): void {
    const input = token + chunk;
    token = "";
    let at = 0;
    while (at < input.length) {
      at = text === undefined ? readToken(input, at) : readText(input, at, text);
    }
  }

  /** Returns where the next one begins. */
  function readToken(input: string, at: number): number {
    const char = input[at] as string;
    if (char === "\n") line += 1;
    if (char === " " || char === "\n" || char === "\r" || char === "\t") return at + 1;
    if (char === '"') {
      text = { parts: [], chars: 0, escaped: false };
      return at + 1;
    }
    if ("{}[]:,".includes(char)) {
      readMark(char);
      return at + 1;
    }
    return readWord(input, at);
  }

  function readMark(char: string): void {
    if (char === "{" || char === "[") {
      expectValue(char);
      const kind = char === "{" ? "object" : "array";
      events.open(kind);
      containers.push(kind);
      state = kind === "object" ? "key or end" : "value or end";
    } else if (char === "}" || char === "]") {
      const isOfObject = char === "}";
      const mayEnd =
        state === "comma or end" || state === (isOfObject ? "key or end" : "value or end");
      if (!mayEnd || (containers.at(-1) === "object") !== isOfObject) throw unexpected(char);
      containers.pop();
      events.close();
      afterValue();
    } else if (char === ",") {
      if (state !== "comma or end") throw unexpected(char);
      state = containers.at(-1) === "object" ? "key" : "value";
    } else {
      if (state !== "colon") throw unexpected(char);
      state = "value";
    }
  }

  function readText(
    input: string,
    start: number,
    known: { parts: string[]; chars: number; escaped: boolean },
  ): number {
    let at = start;
    for (; at < input.length; at += 1) {
      const char = input.charCodeAt(at);
      if (known.escaped) known.escaped = false;
      else if (char === 0x5c) known.escaped = true;
      else if (char === 0x22) break;
    }
    known.parts.push(input.slice(start, at));
    known.chars += at - start;
    if (known.chars > maxTextChars) throw new JsonError("A text is too long.");
    if (at === input.length) return at;
    text = undefined;
    takeText(known.parts.join(""));
    return at + 1;
  }

  function takeText(raw: string): void {
    const value = parse(`"${raw}"`) as string;
    if (state === "key" || state === "key or end") {
      state = "colon";
      events.key(value);
      return;
    }
    expectValue('"');
    events.scalar(value);
    afterValue();
  }

  /** A number, true, false or null. */
  function readWord(input: string, at: number): number {
    const wordPattern = /[^\s{}[\]:,"]+/y;
    wordPattern.lastIndex = at;
    const word = wordPattern.exec(input)?.[0];
    if (word === undefined) throw unexpected(input[at] as string);
    if (word.length > maxTokenChars) throw unexpected(word);
    const next = at + word.length;
    if (next === input.length) {
      token = word;
      return next;
    }
    takeWord(word);
    return next;
  }

  function takeWord(word: string): void {
    expectValue(word);
    const value = /^[-\d]|^(?:true|false|null)$/.test(word) ? parse(word) : undefined;
    if (value === undefined) throw unexpected(word);
    if (typeof value === "number" && !Number.isFinite(value)) {
      throw new JsonError(`The number ${word.slice(0, 40)} is too large.`);
    }
    events.scalar(value as JsonScalar);
    afterValue();
  }

  function expectValue(found: string): void {
    if (state !== "value" && state !== "value or end") throw unexpected(found);
  }

  function afterValue(): void {
    state = containers.length === 0 ? "nothing" : "comma or end";
  }

  function end(): void {
    if (token !== "") takeWord(token);
    token = "";
    if (text !== undefined || state !== "nothing") throw new JsonError("The document breaks off.");
  }

  function parse(json: string): unknown {
    try {
      return JSON.parse(json);
    } catch {
      throw unexpected(json);
    }
  }

  function unexpected(found: string): JsonError {
    const shown = found.length > 40 ? `${found.slice(0, 40)}…` : found;
    const wanted =
      state === "nothing" ? "Nothing may follow the document, but there is" : "This is not JSON:";
    return new JsonError(`${wanted} ${shown}`);
  }

  return { push, end, line: () => line };
}
