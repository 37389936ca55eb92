/**
 * Verdicts that production gave, recorded by davideast/pyric (Apache-2.0), for the rules that use only what is
 * supported here.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  compileDatabaseRules,
  compileFirestoreRules,
  compileStorageRules,
  RulesError,
} from "./index.ts";
import { documentOf, lookupsIn, nowMs, toPath, treeView, writeRequest } from "./testing/trees.ts";
import type { DatabaseValue } from "./database-types.ts";
import type { RulesAuth, RulesFile } from "./types.ts";

const file = new URL("../../tests/fixtures/rules-verdicts.json", import.meta.url);

type Plain = Record<string, unknown>;
type Case = Plain & { description: string; verdict: "ALLOW" | "DENY" };
type Pack = { service: string; pack: string; rules: string; cases: Case[] };

test("production's verdicts are ours", () => {
  const packs = JSON.parse(readFileSync(file, "utf8")) as Pack[];
  const different: string[] = [];
  const asked = { rtdb: 0, firestore: 0, storage: 0 };
  for (const { service, pack, rules, cases } of packs) {
    const kind = service as keyof typeof asked;
    const decide = compiled[kind](rules);
    if (decide === undefined) continue;
    for (const one of cases) {
      asked[kind] += 1;
      const verdict = decide(one) ? "ALLOW" : "DENY";
      if (verdict !== one.verdict) different.push(`${pack}: ${one.description}`);
    }
  }
  expect(different).toEqual([]);
  expect(asked.rtdb).toBeGreaterThanOrEqual(51);
  expect(asked.firestore).toBeGreaterThanOrEqual(113);
  expect(asked.storage).toBeGreaterThanOrEqual(89);
});

const compiled = {
  rtdb: (rules: string) => supported(() => databaseVerdict(`{"rules":${rules}}`)),
  firestore: (rules: string) => supported(() => firestoreVerdict(rules)),
  storage: (rules: string) => supported(() => storageVerdict(rules)),
};

function supported<Result>(compile: () => Result): Result | undefined {
  try {
    return compile();
  } catch (error) {
    if (error instanceof RulesError) return undefined;
    throw error;
  }
}

function databaseVerdict(rules: string) {
  const compiled = compileDatabaseRules({ file: "recorded.json", text: rules });
  return (one: Case): boolean => {
    const uid = "recorded-uid";
    const text = JSON.stringify(one).replaceAll("<UID>", uid);
    const { opPath, operation, authPresent, mockData, newData } = JSON.parse(text) as {
      opPath: string;
      operation: string;
      authPresent: boolean;
      mockData?: DatabaseValue;
      newData?: DatabaseValue;
    };
    const auth: RulesAuth = authPresent
      ? { uid, token: { firebase: { sign_in_provider: "anonymous" } } }
      : null;
    const before = writeRequest(null, null, { [opPath]: mockData ?? null }).newRoot.value([]);
    if (operation === "read") {
      return compiled.allowsRead({ auth, nowMs, path: toPath(opPath), root: treeView(before) });
    }
    return compiled.allowsWrite(writeRequest(auth, before, { [opPath]: newData ?? null }));
  };
}

function firestoreVerdict(rules: string) {
  const compiled = compileFirestoreRules({ file: "recorded.rules", text: rules });
  return (one: Case): boolean => {
    const { method, path, data, resource } = one as unknown as {
      method: "get" | "list" | "create" | "update" | "delete";
      path: string;
      data?: Plain;
      resource?: Plain;
    };
    const mocks = (one["functionMocks"] ?? []) as { path: string; result: Plain }[];
    const lookups = lookupsIn(Object.fromEntries(mocks.map(({ path, result }) => [path, result])));
    const asked = { auth: authOf(one), nowMs: timeOf(one) };
    if (method === "list") {
      const collection = toPath(path).slice(0, -1).join("/");
      const query = { equals: new Map(), limit: null };
      return compiled.allows(
        { ...asked, method, path: collection, allDescendants: false, query },
        lookups,
      );
    }
    const existing = resource === undefined ? null : documentOf(path, resource);
    if (method === "get" || method === "delete") {
      return compiled.allows({ ...asked, method, path, resource: existing }, lookups);
    }
    const newResource = documentOf(path, data ?? {});
    return compiled.allows({ ...asked, method, path, resource: existing, newResource }, lookups);
  };
}

function storageVerdict(rules: string) {
  const compiled = compileStorageRules({ file: "recorded.rules", text: rules });
  return (one: Case): boolean => {
    const { method, path: name } = one as unknown as { method: "get"; path: string };
    const bucket = "demo-pyric.appspot.com";
    return compiled.allows(
      {
        auth: authOf(one),
        nowMs: timeOf(one),
        method,
        bucket,
        name,
        resource: fileOf(one["existingResource"]),
        newResource: fileOf(one["resource"]),
      },
      lookupsIn({}),
    );
  };
}

function authOf({ auth }: Case): RulesAuth {
  const recorded = (auth ?? null) as { uid: string; token?: Plain } | null;
  return recorded === null ? null : { uid: recorded.uid, token: recorded.token ?? {} };
}

function timeOf({ requestTime }: Case): number {
  return typeof requestTime === "string" ? Date.parse(requestTime) : nowMs;
}

// A recorded file can lack what every real one has; the cast keeps it out.
function fileOf(recorded: unknown): RulesFile | null {
  if (recorded === undefined) return null;
  const { timeCreated, updated, ...plain } = recorded as Plain;
  const times = {
    ...(typeof timeCreated === "string" && { timeCreatedMs: Date.parse(timeCreated) }),
    ...(typeof updated === "string" && { updatedMs: Date.parse(updated) }),
  };
  return { ...plain, ...times } as unknown as RulesFile;
}
