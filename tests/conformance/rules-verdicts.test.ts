/** Verdicts that production gave, see README.md: ours are the same, in every pack. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  compileDatabaseRules,
  compileFirestoreRules,
  compileStorageRules,
} from "../../backend/rules/index.ts";
import type { DatabaseValue } from "../../backend/rules/database/types.ts";
import { anyDocument } from "../../backend/rules/testing/list-query.ts";
import {
  documentOf,
  lookupsIn,
  nowMs,
  toPath,
  treeView,
  writeRequest,
} from "../../backend/rules/testing/trees.ts";
import type { Lookups, RulesAuth, RulesFile, ServiceMethod } from "../../backend/rules/types.ts";

type Plain = Record<string, unknown>;
type Service = "rtdb" | "firestore" | "storage";
type Case = Plain & { description: string; verdict: "ALLOW" | "DENY" };
type Pack = { service: Service; pack: string; rules: string; cases: Case[] };

function packsIn(file: string): Pack[] {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")) as Pack[];
}

function count(packs: readonly Pack[], service: Service): number {
  return packs.filter((pack) => pack.service === service).flatMap(({ cases }) => cases).length;
}

const packs = packsIn("rules-verdicts.json");
const more = packsIn("rules-verdicts-more.json");

test.each([
  ["rules-verdicts.json", packs, [40, 55, 150, 95]],
  ["rules-verdicts-more.json", more, [25, 41, 77, 59]],
] as const)("%s has all its packs and verdicts", (_, these, counts) => {
  const services = ["rtdb", "firestore", "storage"] as const;
  expect([these.length, ...services.map((service) => count(these, service))]).toEqual(counts);
});

/** What the service that tests rules answers otherwise than the services that ask them. */
const otherwise = new Map([
  // It does not count look-ups; a bucket denied the third document (storage-rules/stdlib-realstorage-p3-lookup-budget).
  ["firestore-lookup-budget: budget: three distinct documents deny", "DENY"],
  // It leaves `request.auth` out; the services give null, as documented.
  ["firestore-lookup-budget: ternary: anonymous branch executes only alternate lookup", "ALLOW"],
]);

test.each([...packs, ...more])("production's verdicts of $pack ($service) are ours", (pack) => {
  const decide = deciders[pack.service](pack.rules);
  const ours = pack.cases.map((one) => `${decide(one) ? "ALLOW" : "DENY"} ${one.description}`);
  const theirs = pack.cases.map(
    ({ verdict, description }) =>
      `${otherwise.get(`${pack.pack}: ${description}`) ?? verdict} ${description}`,
  );
  expect(ours).toEqual(theirs);
});

const deciders: Record<Service, (rules: string) => (one: Case) => boolean> = {
  rtdb: databaseVerdict,
  firestore: firestoreVerdict,
  storage: storageVerdict,
};

/** The packs' rules stand below `rules`. */
function databaseVerdict(rules: string) {
  const compiled = compileDatabaseRules({ file: "recorded.json", text: `{"rules":${rules}}` });
  return (one: Case): boolean => {
    const uid = "recorded-uid";
    const text = JSON.stringify(one).replaceAll("<UID>", uid);
    const { opPath, operation, authPresent, mockData, newData, seed } = JSON.parse(text) as {
      opPath: string;
      operation: "read" | "write";
      authPresent: boolean;
      mockData?: DatabaseValue;
      newData?: DatabaseValue;
      seed?: Record<string, DatabaseValue>;
    };
    const auth: RulesAuth = authPresent
      ? { uid, token: { firebase: { sign_in_provider: "anonymous" } } }
      : null;
    const stored = seed ?? { [opPath]: mockData ?? null };
    const before = writeRequest(null, null, stored).newRoot.value([]);
    if (operation === "read") {
      const root = treeView(before);
      return compiled.allowsRead({ auth, nowMs, path: toPath(opPath), root, query: null });
    }
    return compiled.allowsWrite(writeRequest(auth, before, { [opPath]: newData ?? null }));
  };
}

function firestoreVerdict(rules: string) {
  const compiled = compileFirestoreRules({ file: "recorded.rules", text: rules });
  return (one: Case): boolean => {
    const { method, path, data, resource } = one as unknown as {
      method: ServiceMethod;
      path: string;
      data?: Plain;
      resource?: Plain;
    };
    const lookups: Lookups = {
      ...lookupsOf(one),
      getAfter(at) {
        if (at !== path) return lookups.get(at);
        return method === "delete" ? null : documentOf(path, data ?? {});
      },
    };
    const asked = { auth: authOf(one), nowMs: timeOf(one) };
    if (method === "list") {
      const collection = toPath(path).slice(0, -1).join("/");
      return compiled.allows(
        { ...asked, method, path: collection, allDescendants: false, query: anyDocument },
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
    const { method, path: name } = one as unknown as { method: ServiceMethod; path: string };
    return compiled.allows(
      {
        auth: authOf(one),
        nowMs: timeOf(one),
        method,
        bucket: "demo-pyric.appspot.com",
        // The packs list what is below a file's name, as if it were a folder's.
        name: method === "list" ? `${name}/` : name,
        resource: fileOf(one["existingResource"]),
        newResource: fileOf(one["resource"]),
      },
      lookupsOf(one),
    );
  };
}

/** `result`: the document's fields, or whether it exists. */
function lookupsOf(one: Case): Lookups {
  const mocks = (one["functionMocks"] ?? []) as { path: string; result: Plain | boolean }[];
  const documents: Record<string, Plain> = {};
  for (const { path, result } of mocks) {
    if (typeof result === "object") documents[path] = result;
    else if (result) documents[path] ??= {};
  }
  return lookupsIn(documents);
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
  if (recorded === undefined || recorded === null) return null;
  const { timeCreated, updated, ...plain } = recorded as Plain;
  const times = {
    ...(typeof timeCreated === "string" && { timeCreatedMs: Date.parse(timeCreated) }),
    ...(typeof updated === "string" && { updatedMs: Date.parse(updated) }),
  };
  return { ...plain, ...times } as unknown as RulesFile;
}
