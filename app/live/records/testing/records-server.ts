/** A database in memory that asks the site's own rules; requests and answers can get lost. */
import { readFileSync } from "node:fs";
import { compileDatabaseRules } from "../../../../backend/rules/index.ts";
import type {
  DatabasePath,
  DatabaseValue,
  TreeView,
} from "../../../../backend/rules/database/types.ts";
import { NoAnswerError } from "../../outbox/outbox.ts";
import type { DatabaseHttp } from "../database-http.ts";

type Tree = { [key: string]: DatabaseValue };

const file = "firebase/database.rules.json";
const rules = compileDatabaseRules({ text: readFileSync(file, "utf8"), file });

export class RecordsServer {
  root: DatabaseValue = {};
  /** Its clock, milliseconds. */
  now: () => number;
  /** Paths of all that was written, in its order. */
  readonly written: string[] = [];
  /** Places that it was told of. */
  readonly told: string[] = [];
  readonly #listeners = new Set<() => void>();

  constructor(now: () => number) {
    this.now = now;
  }

  value(path: string): DatabaseValue {
    return viewOf(this.root).value(path.split("/"));
  }

  /** As the server itself, whom no rule binds. */
  put(path: string, value: DatabaseValue): void {
    this.root = written(this.root, path.split("/"), value);
    for (const listener of this.#listeners) listener();
  }

  onWritten(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** As one client reaches it. `fault`, asked before each request, may lose it (`before`) or its answer (`after`). */
  client(on: { uid: string; fault?: () => "before" | "after" | undefined }): DatabaseHttp {
    const ask = async <Answer>(work: () => Answer): Promise<Answer> => {
      const fault = on.fault?.();
      await Promise.resolve();
      if (fault === "before") throw new NoAnswerError("Lost.");
      const answer = structuredClone(work());
      if (fault === "after") throw new NoAnswerError("Its answer was lost.");
      return answer;
    };
    return {
      read: (path) => ask(() => this.value(path)),
      keys: (path) => ask(() => new Set(Object.keys((this.value(path) ?? {}) as object))),
      update: (root, values) => ask(() => this.#update(on.uid, root, values)),
    };
  }

  #update(uid: string, root: string, values: Record<string, unknown>): boolean {
    const nowMs = this.now();
    const writes = Object.entries(values).map(([path, value]) => ({
      path: [...root.split("/"), ...path.split("/")],
      value: timed(value as DatabaseValue, nowMs),
    }));
    const next = writes.reduce((tree, { path, value }) => written(tree, path, value), this.root);
    const auth = { uid, token: {} };
    const request = { auth, nowMs, writes, root: viewOf(this.root), newRoot: viewOf(next) };
    if (!rules.allowsWrite(request)) return false;
    this.root = next;
    this.written.push(...Object.keys(values));
    for (const listener of this.#listeners) listener();
    return true;
  }
}

function timed(value: DatabaseValue, nowMs: number): DatabaseValue {
  const isTime = typeof value === "object" && value !== null && ".sv" in value;
  return isTime ? nowMs : value;
}

function viewOf(root: DatabaseValue): TreeView {
  const value = (path: DatabasePath): DatabaseValue => {
    let node = root;
    for (const key of path) {
      if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return null;
      node = node[key] ?? null;
    }
    return node;
  };
  return { value, exists: (path) => value(path) !== null, priority: () => null };
}

/** What is empty is not there. */
function written(tree: DatabaseValue, path: DatabasePath, value: DatabaseValue): DatabaseValue {
  const [key, ...below] = path;
  if (key === undefined) return value;
  const children: Tree = typeof tree === "object" && tree !== null ? { ...tree } : {};
  const child = written(children[key] ?? null, below, value);
  if (child === null) delete children[key];
  else children[key] = child;
  return Object.keys(children).length === 0 ? null : children;
}
