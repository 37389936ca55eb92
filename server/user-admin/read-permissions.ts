import { readFile } from "node:fs/promises";
import type { PermissionRow } from "#lib/user-admin.ts";
import { readRulesFiles } from "../config/rules-files.ts";
import { permissionRows } from "./permission-matrix.ts";
import type { RulesTester } from "./permission-matrix.ts";

const services = ["database", "firestore", "storage"] as const;

/** The table of the rules files as they are now; counted again only when one of them has changed. */
export function createPermissionsReader<CaseFile>(
  loadTester: () => Promise<RulesTester<CaseFile>>,
): () => Promise<PermissionRow[]> {
  let known: { key: string; rows: PermissionRow[] } | undefined;
  return async () => {
    const [rules, cases] = await Promise.all([
      readRulesFiles(),
      Promise.all(services.map(readCases)),
    ]);
    const key = JSON.stringify([rules, cases]);
    if (known?.key !== key) {
      const [database, firestore, storage] = cases;
      const rows = permissionRows(await loadTester(), {
        database: { rules: rules.database, cases: database! },
        firestore: { rules: rules.firestore, cases: firestore! },
        storage: { rules: rules.storage, cases: storage! },
      });
      known = { key, rows };
    }
    return known.rows;
  };
}

async function readCases(service: (typeof services)[number]) {
  const file = `firebase/cases/permissions-${service}.json`;
  const text = await readFile(new URL(`../../${file}`, import.meta.url), "utf8");
  return { file, text };
}
