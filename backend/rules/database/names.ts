/** The names of Realtime Database rules, and what expressions are compiled to. */
import type { DatabaseBudget } from "./budget.ts";
import { queryMembers } from "./query.ts";
import type { Snapshot } from "./snapshot.ts";
import type { ValueType } from "./value-type.ts";
import type { DatabasePath, DatabaseQuery, TreeView } from "./types.ts";
import type { RulesError } from "../errors.ts";
import { noValue } from "../evaluation.ts";
import type { RulesAuth } from "../types.ts";

export type DatabaseRun = {
  auth: RulesAuth;
  nowMs: number;
  /** Of the rule's node. */
  path: DatabasePath;
  root: TreeView;
  /** Null for a read. */
  newRoot: TreeView | null;
  /** Of a read at the rule's node; unknown when what is below is read. */
  query: DatabaseQuery | undefined;
  /** Of the whole request. */
  budget: DatabaseBudget;
};

/** Gives true, false or something else; throws `noValue` or `tooCostly`. */
export type DatabaseExpression = (run: DatabaseRun) => unknown;

export type Value = { type: ValueType; read: DatabaseExpression };
export type SnapshotExpression = { type: "snapshot"; read: (run: DatabaseRun) => Snapshot };
export type Compiled = Value | SnapshotExpression | { type: "query" };

export type DatabaseScope = {
  /** By `$` name: which segment of the path it is. */
  variables: ReadonlyMap<string, number>;
  isRead: boolean;
  fail: (message: string, offset: number) => RulesError;
};

export function compileName(name: string, offset: number, scope: DatabaseScope): Compiled {
  const { fail } = scope;
  switch (name) {
    case "auth":
      return { type: "any", read: (run) => run.auth };
    case "now":
      return { type: "number", read: (run) => run.nowMs };
    case "root":
      return { type: "snapshot", read: ({ root }) => ({ view: root, path: [] }) };
    case "data":
      return { type: "snapshot", read: ({ root, path }) => ({ view: root, path }) };
    case "newData":
      if (scope.isRead) throw fail("newData is known only to .write and .validate.", offset);
      return {
        type: "snapshot",
        read: ({ newRoot, path }) => ({ view: newRoot as TreeView, path }),
      };
    case "query":
      if (!scope.isRead) throw fail("query is known only to .read.", offset);
      return { type: "query" };
  }
  const segment = scope.variables.get(name);
  if (segment === undefined) throw fail(`Unknown name ${name}.`, offset);
  return { type: "string", read: (run) => run.path[segment] };
}

export function compileQueryMember(name: string, offset: number, { fail }: DatabaseScope): Value {
  const member = queryMembers.get(name);
  if (member === undefined) throw fail(`Unknown property query.${name}.`, offset);
  return {
    type: member.type,
    read({ query }) {
      if (query === undefined) throw noValue;
      return member.read(query);
    },
  };
}

export function isValue(compiled: Compiled): compiled is Value {
  return compiled.type !== "snapshot" && compiled.type !== "query";
}
