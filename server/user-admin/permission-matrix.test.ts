import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { loadRulesTester } from "#backend";
import { permissionCallers } from "#lib/user-admin.ts";
import type { PermissionRow } from "#lib/user-admin.ts";
import { permissionRows } from "./permission-matrix.ts";
import { createPermissionsReader } from "./read-permissions.ts";

const readRows = createPermissionsReader(loadRulesTester);

function verbsOf(rows: readonly PermissionRow[], area: string) {
  const row = rows.find((one) => one.area === area);
  return permissionCallers.map((caller) =>
    Object.entries(row?.cells ?? {})
      .filter(([, cells]) => cells[caller].allowed)
      .map(([verb]) => verb)
      .join(" "),
  );
}

test("the table says of visitor, user, editor and admin what the rules let them do", async () => {
  const rows = await readRows();
  const all = "get list create update delete";
  expect(verbsOf(rows, "published projects")).toEqual(["get list", "get list", all, all]);
  expect(verbsOf(rows, "hidden projects")).toEqual(["", "", all, all]);
  expect(verbsOf(rows, "own files")).toEqual(["", all, all, all]);
  expect(verbsOf(rows, "somebody else's files")).toEqual(["", "", "", ""]);
  expect(verbsOf(rows, "somebody else's account record")).toEqual(["", "", "", "get list"]);
  expect(verbsOf(rows, "own roles and AI tokens")).toEqual(["", "get", "get", "get"]);
  expect(verbsOf(rows, "audit log")).toEqual(["", "", "", ""]);
  for (const { area, cells } of rows) {
    for (const [verb, callers] of Object.entries(cells)) {
      expect(Object.keys(callers).toSorted(), `${area}: ${verb}`).toEqual(
        permissionCallers.toSorted(),
      );
    }
  }
});

test("each cell that is allowed names the rule with its file and line", async () => {
  for (const { area, cells, service } of await readRows()) {
    for (const callers of Object.values(cells)) {
      for (const { allowed, rule, why } of Object.values(callers)) {
        const isNamed = /^firebase\/[a-z.]+:\d+:\d+$/.test(rule ?? "");
        expect(isNamed || !allowed, area).toBe(true);
        expect(why.length > 0, `${service} ${area}`).toBe(true);
      }
    }
  }
});

test("it follows the rules and not what the cases expect", async () => {
  const tester = await loadRulesTester();
  const read = async (file: string) => ({ file, text: await readFile(file, "utf8") });
  const source = async (service: string, rules: string) => ({
    rules: await read(`firebase/${rules}`),
    cases: await read(`firebase/cases/permissions-${service}.json`),
  });
  const firestore = await source("firestore", "firestore.rules");
  const open = firestore.rules.text.replace("match /site/{page} {", "$& allow list;");
  const rows = permissionRows(tester, {
    database: await source("database", "database.rules.json"),
    storage: await source("storage", "storage.rules"),
    firestore: { ...firestore, rules: { ...firestore.rules, text: open } },
  });
  expect(verbsOf(rows, "site settings and sections")[0]).toBe("get list");
});
