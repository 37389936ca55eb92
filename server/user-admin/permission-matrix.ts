/**
 * The permission table: what the rules files say to the cases `firebase/cases/permissions-*.json`, asked anew whenever one
 * of the files has changed. The cases name an area and a verb, "own record: get"; who may is never taken from them.
 */
import {
  permissionCallers,
  permissionVerbs,
  type PermissionCaller,
  type PermissionCell,
  type PermissionRow,
  type PermissionVerb,
} from "#lib/user-admin.ts";

type Service = PermissionRow["service"];

/** As the backend's `loadRulesTester()` has them. */
type Check = {
  place: string;
  caller: string;
  allowed: boolean;
  expected: boolean;
  trace: () => string[];
};
export type RulesTester<CaseFile> = {
  parse(source: { file: string; text: string }): CaseFile;
  run(suite: {
    service: Service;
    rules: { file: string; text: string };
    files: readonly CaseFile[];
  }): { checks: readonly Check[] };
};

type Source = { file: string; text: string };
export type PermissionSources = Record<Service, { rules: Source; cases: Source }>;

const services = ["firestore", "database", "storage"] as const;

/** @throws Error for cases that are not named as they have to be, and what the tester throws */
export function permissionRows<CaseFile>(
  tester: RulesTester<CaseFile>,
  sources: PermissionSources,
): PermissionRow[] {
  return services.flatMap((service) => {
    const { rules, cases } = sources[service];
    const { checks } = tester.run({ service, rules, files: [tester.parse(cases)] });
    return rowsOf(service, checks);
  });
}

function rowsOf(service: Service, checks: readonly Check[]): PermissionRow[] {
  const rows = new Map<string, PermissionRow>();
  for (const check of checks) {
    const { area, verb } = nameOf(check);
    const row = rows.get(area) ?? { area, service, cells: {} };
    rows.set(area, row);
    const cells = row.cells[verb] ?? ({} as Record<PermissionCaller, PermissionCell>);
    row.cells[verb] = cells;
    cells[callerOf(check)] = cellOf(check);
  }
  return [...rows.values()];
}

function nameOf({ place }: Check): { area: string; verb: PermissionVerb } {
  const [, area, word] = /"(.+): (\w+)"$/.exec(place) ?? [];
  const verb = permissionVerbs.find((one) => one === word);
  if (area === undefined || verb === undefined) {
    throw new Error(`${place}: a case of the permission table is named "area: verb".`);
  }
  return { area, verb };
}

function callerOf({ place, caller }: Check): PermissionCaller {
  const known = permissionCallers.find((one) => one === caller);
  if (known === undefined) throw new Error(`${place}: the table has no caller ${caller}.`);
  return known;
}

function cellOf({ allowed, trace }: Check): PermissionCell {
  const why = trace();
  const asked = why.filter((line) => /: (?:grants|does not grant)$/.test(line));
  const granting = asked.find((line) => line.endsWith(": grants"));
  const deciding = allowed ? granting : asked.at(-1);
  return { allowed, rule: deciding?.split(" ", 1)[0] ?? null, why };
}
