/**
 * Users in a JSON file, in the form of `firebase auth:export`: `{"users": [...]}`, one at a time. What stands in front of
 * `users` says how their passwords were hashed, with the names of Identity Toolkit's `batchCreate`.
 */
import type { FileHandle } from "node:fs/promises";
import { JsonError, createJsonReader } from "./json-reader.ts";

export type JsonObject = Record<string, unknown>;
export type FileUser = { line: number; user: JsonObject; head: JsonObject };

/** Of one user, and of what stands in front of them. */
const maxValues = 2000;
const maxChars = 256 * 1024;

/** From the file's beginning; the file stays open. @throws Error that says what is wrong with it and where. */
export async function* readJsonUsers(file: FileHandle): AsyncIterable<FileUser> {
  const found: FileUser[] = [];
  const collector = createCollector(
    () => reader.line(),
    (user) => found.push(user),
  );
  const reader = createJsonReader(collector.events);
  try {
    for await (const text of decodeText(file)) {
      reader.push(text);
      yield* found.splice(0);
    }
    reader.end();
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new Error(`Line ${reader.line()}: ${error.message}`, { cause: error });
  }
  if (!collector.hasUsers()) throw new Error('The file has no list "users".');
}

/** The file's text, piece by piece. @throws Error when it is not UTF-8. */
export async function* decodeText(file: FileHandle): AsyncIterable<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const chunks = file.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>;
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new Error("The file is not UTF-8.", { cause: error });
    throw error;
  }
}

type Container = JsonObject | unknown[];

/** Builds one user after another, and never holds more than one. */
function createCollector(lineNow: () => number, onUser: (user: FileUser) => void) {
  const head = newObject();
  const open: { container: Container; key: string }[] = [];
  let hasUsers = false;
  let depth = 0;
  let values = 0;
  let chars = 0;
  let topKey = "";
  let line = 1;

  const isInUsers = () => topKey === "users";

  function count(text = ""): void {
    values += 1;
    chars += text.length;
    if (values > maxValues || chars > maxChars) throw new JsonError("This user is too large.");
  }

  function put(value: unknown): void {
    const top = open.at(-1);
    if (top === undefined) end(value);
    else if (Array.isArray(top.container)) top.container.push(value);
    else top.container[top.key] = value;
  }

  /** Of a user, or of a value in front of them. */
  function end(value: unknown): void {
    if (!isInUsers()) head[topKey] = value;
    else if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      onUser({ line, user: value as JsonObject, head: { ...head } });
    } else throw new JsonError("A user is an object.");
    values = 0;
    chars = 0;
  }

  return {
    hasUsers: () => hasUsers,
    events: {
      open(kind: "object" | "array") {
        if (depth === 0 && kind !== "object") throw new JsonError('It is not {"users": [...]}.');
        if (depth === 1 && isInUsers()) {
          if (kind !== "array") throw new JsonError('"users" is not a list.');
          hasUsers = true;
        } else if (depth > 0) {
          if (open.length === 0) line = lineNow();
          count();
          open.push({ container: kind === "object" ? newObject() : [], key: "" });
        }
        depth += 1;
      },
      key(key: string) {
        const top = open.at(-1);
        if (top === undefined) topKey = key;
        else top.key = key;
        count(key);
      },
      scalar(value: null | boolean | number | string) {
        if (depth === 0) throw new JsonError('It is not {"users": [...]}.');
        if (depth === 1 && isInUsers()) throw new JsonError('"users" is not a list.');
        count(typeof value === "string" ? value : "");
        put(value);
      },
      close() {
        depth -= 1;
        const closed = open.pop();
        if (closed !== undefined) put(closed.container);
      },
    },
  };
}

/** A file may hold any key. */
function newObject(): JsonObject {
  return Object.create(null) as JsonObject;
}
