/** A board in memory with the real judge in front of it, for tests: what the server does, without one. */
import { readItem } from "../../records/register.ts";
import type { DatabaseJson } from "../../server-backend.ts";
import { readCounts } from "../counts.ts";
import type { LogEntry, TurnedBack } from "../judge-input.ts";
import { judge } from "../judge.ts";
import { type Role, may, readMembers } from "../roles.ts";
import { touchedBy } from "../touched.ts";

export type MemoryAnswer =
  | "taken"
  | "stale"
  | "no-such-board"
  | "viewer"
  | { fault: string }
  | { refused: TurnedBack[] };

type Tree = { [key: string]: DatabaseJson };

/** @param options.members roles by uid @param options.now milliseconds since 1970 */
export function createMemoryBoard(options: {
  board?: string;
  members: Readonly<Record<string, Role>>;
  now: () => number;
}) {
  const { board = "plan", now } = options;
  const root = `boards/${board}`;
  const tree: Tree = {};
  const files = new Map<string, { type: string; sizeBytes: number }>();
  const read = (path: string): DatabaseJson => readIn(tree, path);

  function setMember(uid: string, role: Role | null): void {
    write(tree, `${root}/members/${uid}`, role && { role, name: uid, since: now() });
  }

  for (const [uid, role] of Object.entries(options.members)) setMember(uid, role);

  return {
    /** As the server answers `POST /api/boards/{id}/changes`. */
    change(uid: string, writes: Record<string, unknown>): MemoryAnswer {
      const touched = touchedBy(writes);
      if ("fault" in touched) return touched;
      const members = readMembers(read(`${root}/members`));
      const role = members.get(uid)?.role;
      if (role === undefined) return "no-such-board";
      if (!may(role, "write")) return "viewer";
      const seq = Number(read(`${root}/seq`) ?? 0);
      const verdict = judge({
        board,
        uid,
        name: members.get(uid)?.name ?? "",
        now: now(),
        seq,
        members,
        counts: readCounts(read(`${root}/counts`)),
        stored: (kind, id) => readItem(read(`${root}/${kind}/${id}`)),
        file: (path) => files.get(path),
        writes,
      });
      if (verdict === "nothing") return "taken";
      if (verdict === "stale" || "refused" in verdict) return verdict;
      for (const [path, value] of Object.entries(verdict.update)) {
        write(tree, path, withTime(value, now()));
      }
      return "taken";
    },
    /** By path below the root, as the database has it. */
    read,
    /** Null: they are removed. */
    setMember,
    /** It has arrived in the board's folder. */
    putFile: (path: string, file: { type: string; sizeBytes: number }) =>
      void files.set(path, file),
    /** All of the board. */
    value: () => read(root),
    log: () => Object.values(read(`${root}/log`) ?? {}) as unknown as LogEntry[],
  };
}

function readIn(tree: Tree, path: string): DatabaseJson {
  let value: DatabaseJson = tree;
  for (const key of path.split("/")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return null;
    value = (value as Tree)[key] ?? null;
  }
  return value;
}

/** What becomes empty goes. */
function write(tree: Tree, path: string, value: DatabaseJson): void {
  const [key = "", ...rest] = path.split("/");
  if (rest.length > 0) {
    const below = (tree[key] ??= {}) as Tree;
    write(below, rest.join("/"), value);
    if (value === null && Object.keys(below).length === 0) delete tree[key];
  } else if (value === null) delete tree[key];
  else tree[key] = value;
}

function withTime(value: DatabaseJson, now: number): DatabaseJson {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withTime(one, now));
  if (".sv" in value) return now;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withTime(one, now)]));
}
