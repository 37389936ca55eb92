/** A database in memory that asks the site's own rules; requests and answers can get lost. */
import { readFileSync } from "node:fs";
import { compileDatabaseRules } from "../../../../backend/rules/index.ts";
import type {
  DatabasePath,
  DatabaseValue,
  TreeView,
} from "../../../../backend/rules/database/types.ts";
import { NoAnswerError } from "../../outbox/outbox.ts";
import { type DatabaseHttp, DeniedError } from "../database-http.ts";

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
  readonly #ended = new Set<string>();
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

  /** All that somebody listens to is cut once, as with a token that has ended. */
  endListeners(uid: string): void {
    this.#ended.add(uid);
    for (const listener of this.#listeners) listener();
  }

  takeEnded(uid: string): boolean {
    return this.#ended.delete(uid);
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
    const read = (path: string) => {
      if (!this.mayRead(on.uid, path)) throw new DeniedError(401);
      return this.value(path);
    };
    return {
      read: (path) => ask(() => read(path)),
      keys: (path) => ask(() => new Set(Object.keys((read(path) ?? {}) as object))),
      update: (root, values) => ask(() => this.update(on.uid, root, values)),
    };
  }

  mayRead(uid: string, path: string): boolean {
    const asked = { auth: { uid, token: {} }, nowMs: this.now(), path: path.split("/") };
    return rules.allowsRead({ ...asked, root: viewOf(this.root), query: null });
  }

  /** As a client's request arrives. @throws TurnedBackError where a server judges */
  protected update(uid: string, root: string, values: Record<string, unknown>): boolean {
    return this.writeAs({ uid, token: {} }, root, values);
  }

  /** False: the rules refuse it. */
  protected writeAs(
    auth: { uid: string; token: Record<string, unknown> },
    root: string,
    values: Record<string, unknown>,
  ): boolean {
    const nowMs = this.now();
    const writes = Object.entries(values).map(([path, value]) => ({
      path: [...root.split("/"), ...path.split("/")].filter(Boolean),
      value: timed(value as DatabaseValue, nowMs),
    }));
    const next = writes.reduce((tree, { path, value }) => written(tree, path, value), this.root);
    const request = { auth, nowMs, writes, root: viewOf(this.root), newRoot: viewOf(next) };
    if (!rules.allowsWrite(request)) return false;
    this.root = next;
    this.written.push(...Object.keys(values));
    for (const listener of this.#listeners) listener();
    return true;
  }
}

function timed(value: DatabaseValue, nowMs: number): DatabaseValue {
  if (typeof value !== "object" || value === null) return value;
  if (".sv" in value) return nowMs;
  if (Array.isArray(value))
    return value.map((one) => timed(one, nowMs)) as unknown as DatabaseValue;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, timed(one, nowMs)]));
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
