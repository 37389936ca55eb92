/**
 * Cuts a document in Firebase's export form into writes of bounded size while it is being read. The first one replaces
 * the place, the others add what is below it. It refuses what the server would refuse, so that a document can be checked
 * before the first write.
 *
 * Of what is read, `pending` is kept in each open container until a write takes it:
 *
 *   {"a": {"x": 1, "y": {"z": 2    ← the write takes a/x and a/y/z; what of y is read later goes to a/y/…
 *                        ^
 */
import { MAX_DATABASE_DEPTH, faultOfKey, faultOfPath } from "#lib/database-key.ts";
import type { DatabaseJson } from "#lib/server-backend.ts";
import type { JsonEvents, JsonScalar } from "./json-reader.ts";

export type TreeWrite =
  | { kind: "replace"; value: DatabaseJson; values: number }
  /** `children` are paths below the place. */
  | { kind: "add"; children: Record<string, DatabaseJson>; values: number };

export class TreeError extends Error {
  override readonly name = "TreeError";
}

const maxTextBytes = 10_485_760;

/** One write has at most this much, unless it is one value. */
export type WriteLimits = {
  /** Of the write that replaces, and of one that adds: the server takes 10,000 paths. */
  values: { replace: number; add: number };
  chars: number;
  /** Commas and opening brackets, those in texts too: the server counts them before it parses. */
  marks: number;
};

const usualLimits: WriteLimits = {
  values: { replace: 50_000, add: 9_000 },
  chars: 2_000_000,
  marks: 150_000,
};

/** What one value may have, so that the server takes it together with what is held back. */
const maxValueMarks = 200_000;
const maxValueBytes = 14 * 1024 * 1024;

/** Of the bounds; what is smaller is not cut. */
const heldShare = 1 / 8;

type JsonObject = { [key: string]: DatabaseJson };

type Size = { values: number; chars: number; marks: number };

type Container = {
  /** Below the place. */
  path: string;
  /** In the path. */
  pathMarks: number;
  isArray: boolean;
  /** Of an object, all that were there. */
  keys: Set<string>;
  /** Of an array, so far. */
  length: number;
  /** Of the next value. */
  key: string;
  pending: JsonObject;
  /** Of `pending`. */
  size: Size;
  /** Whether a write took something of it. */
  isWritten: boolean;
  priority: number | string | null;
  /** Its `.value`. */
  leaf: JsonScalar | undefined;
};

/** `above` is the place in the tree; `emit` is given each write, in order. */
export function createTreeWrites(options: {
  above: readonly string[];
  emit: (write: TreeWrite) => void;
  limits?: WriteLimits;
}): { events: JsonEvents; end: () => void } {
  const { above, emit, limits = usualLimits } = options;
  const open: Container[] = [];
  /** What is left of containers that were written in part and are closed now, by path. */
  let leftOver = newObject();
  let whole: DatabaseJson = null;
  let wroteFirst = false;
  /** Of all that is pending or left over. */
  let size = { ...nothing };

  function onOpen(kind: "object" | "array"): void {
    const parent = enterValue();
    refuseSpecial(parent);
    const path = parent === undefined ? "" : join(parent.path, parent.key);
    const pathMarks = parent === undefined ? 0 : parent.pathMarks + countMarks(parent.key);
    const own = { values: 0, chars: 0, marks: 2 };
    reserve(own);
    open.push({
      path,
      pathMarks,
      isArray: kind === "array",
      keys: new Set(),
      length: 0,
      key: "",
      pending: newObject(),
      size: own,
      isWritten: false,
      priority: null,
      leaf: undefined,
    });
  }

  function onKey(key: string): void {
    const container = open.at(-1) as Container;
    if (container.keys.has(key)) fail(`The key ${quote(key)} is there twice`, container.path);
    container.keys.add(key);
    container.key = key;
    if (key === ".priority" || key === ".value") return;
    if (key === ".sv") fail("Server values (.sv) cannot be imported", container.path);
    const fault = faultOfKey(key);
    if (fault !== undefined) fail(fault.slice(0, -1), container.path);
    checkPath(container);
  }

  function checkPath({ path, key }: Container): void {
    const fault = faultOfPath([...above, ...path.split("/").filter((part) => part !== ""), key]);
    if (fault !== undefined) fail(fault.slice(0, -1), path);
  }

  function onScalar(value: JsonScalar): void {
    const container = enterValue();
    checkScalar(value, container);
    if (container === undefined) {
      whole = value;
      return;
    }
    if (value === null) {
      if (container.key === ".value") container.leaf = null;
      return;
    }
    const text = typeof value === "string" ? value : "";
    const pathChars = container.path.length + container.key.length;
    const marks = container.pathMarks + countMarks(container.key) + countMarks(text);
    const own = { values: 1, chars: text.length + pathChars + 16, marks: marks + 2 };
    reserve(own);
    container.size = sum(container.size, own);
    if (container.key === ".priority") {
      if (typeof value === "boolean")
        fail(".priority must be text, a number or null", container.path);
      else container.priority = value;
    } else if (container.key === ".value") {
      container.leaf = value;
    } else {
      container.pending[container.key] = value;
    }
  }

  function onClose(): void {
    const closed = open.pop() as Container;
    const value = valueOf(closed);
    const parent = open.at(-1);
    if (closed.isWritten) {
      for (const [key, child] of Object.entries(closed.pending)) {
        leftOver[join(closed.path, key)] = child;
      }
      // After its children: a node that has none keeps no priority.
      if (closed.priority !== null) leftOver[join(closed.path, ".priority")] = closed.priority;
    } else if (parent === undefined) {
      whole = value;
    } else {
      if (value !== null) parent.pending[parent.key] = value;
      parent.size = sum(parent.size, closed.size);
    }
  }

  /** The container that the next value is in, its key set; undefined of the document itself. */
  function enterValue(): Container | undefined {
    const container = open.at(-1);
    if (container?.isArray === true) {
      container.key = String(container.length);
      container.length += 1;
      checkPath(container);
    }
    const isSpecial = container?.key.startsWith(".") === true;
    if (above.length + open.length - (isSpecial ? 1 : 0) > MAX_DATABASE_DEPTH) {
      fail(`Data must not be deeper than ${MAX_DATABASE_DEPTH} keys`, container?.path);
    }
    return container;
  }

  /** Makes room in the write that is being collected. */
  function reserve(more: Size): void {
    const wanted = sum(size, more);
    const isFull =
      wanted.values > limits.values[wroteFirst ? "add" : "replace"] ||
      wanted.chars > limits.chars ||
      wanted.marks > limits.marks;
    if (isFull) take();
    size = sum(size, more);
  }

  function take(): void {
    const { taken, held } = divide();
    const values = size.values - held.values;
    size = held;
    if (wroteFirst) {
      const children = leftOver;
      for (const { path, pending } of taken) {
        for (const [key, child] of Object.entries(pending)) children[join(path, key)] = child;
      }
      if (Object.keys(children).length > 0) emit({ kind: "add", children, values });
    } else {
      const value = nest(taken);
      // Nothing but nulls so far.
      if (value === null) return;
      wroteFirst = true;
      emit({ kind: "replace", value, values });
    }
    leftOver = newObject();
    markWritten(taken);
  }

  /** The innermost open containers are held back while they are small: a kill between two writes leaves them whole. */
  function divide(): { taken: Container[]; held: Size } {
    let held = { ...nothing };
    let count = open.length;
    for (; count > 1; count -= 1) {
      const container = open[count - 1] as Container;
      const more = sum(held, container.size);
      const isLarge =
        more.values > limits.values.add * heldShare ||
        more.chars > limits.chars * heldShare ||
        more.marks > limits.marks * heldShare;
      if (container.isWritten || isLarge) break;
      held = more;
    }
    return { taken: open.slice(0, count), held };
  }

  function markWritten(taken: Container[]): void {
    let isWritten = false;
    for (const container of taken.toReversed()) {
      isWritten ||= container.isWritten || Object.keys(container.pending).length > 0;
      container.isWritten = isWritten;
      container.pending = newObject();
      container.size = { ...nothing };
    }
  }

  function end(): void {
    if (!wroteFirst) emit({ kind: "replace", value: whole, values: size.values });
    else if (Object.keys(leftOver).length > 0) take();
  }

  return { events: { open: onOpen, key: onKey, scalar: onScalar, close: onClose }, end };
}

/** What the containers hold, in each other; none of them has been written. */
function nest(containers: Container[]): DatabaseJson {
  let inner: DatabaseJson = null;
  for (const { pending, key } of containers.toReversed()) {
    const value: JsonObject = Object.assign(newObject(), pending);
    if (inner !== null) value[key] = inner;
    inner = Object.keys(value).length > 0 ? value : null;
  }
  return inner;
}

const nothing: Size = { values: 0, chars: 0, marks: 0 };

function sum(a: Size, b: Size): Size {
  return { values: a.values + b.values, chars: a.chars + b.chars, marks: a.marks + b.marks };
}

/** Null when nothing is left of it. */
function valueOf({ leaf, pending, priority, keys, path }: Container): DatabaseJson {
  if (leaf !== undefined) {
    const other = [...keys].find((key) => key !== ".value" && key !== ".priority");
    if (other !== undefined)
      fail(`A node with .value must not have children such as ${quote(other)}`, path);
    return leaf === null || priority === null ? leaf : { ".value": leaf, ".priority": priority };
  }
  if (Object.keys(pending).length === 0) return null;
  if (priority !== null) pending[".priority"] = priority;
  return pending;
}

function refuseSpecial(container: Container | undefined): void {
  if (container?.key === ".priority" || container?.key === ".value") {
    fail(`${container.key} must be one value, no object or array`, container.path);
  }
}

function checkScalar(value: JsonScalar, container: Container | undefined): void {
  if (typeof value !== "string" || value.length * 6 < maxValueMarks) return;
  const path = container === undefined ? "" : join(container.path, container.key);
  if (Buffer.byteLength(value) > maxTextBytes) {
    fail(`Text must not be larger than ${maxTextBytes} bytes`, path);
  }
  const pathMarks = container === undefined ? 0 : container.pathMarks + countMarks(container.key);
  const isTooBig =
    countMarks(value) + pathMarks > maxValueMarks ||
    Buffer.byteLength(JSON.stringify(value)) > maxValueBytes;
  if (isTooBig)
    fail("This text has more commas, brackets or escaped characters than one write may", path);
}

function countMarks(text: string): number {
  let marks = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x2c || unit === 0x5b || unit === 0x7b) marks += 1;
  }
  return marks;
}

function fail(message: string, path = ""): never {
  throw new TreeError(`${message}, at ${path === "" ? "the top" : quote(path)}.`);
}

const newObject = (): JsonObject => Object.create(null) as JsonObject;

const join = (path: string, key: string) => (path === "" ? key : `${path}/${key}`);

const quote = (text: string) => JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
