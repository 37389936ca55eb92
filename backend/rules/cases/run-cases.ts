/** Runs the cases of one rules file: whether each is decided as it says, and which rules no case has seen both ways. */
import type { OpenCase } from "./case-access.ts";
import {
  type CaseFile,
  CaseFileError,
  type DatabaseCases,
  type FirestoreCases,
  parseCaseFile,
  type StorageCases,
} from "./case-file.ts";
import { callersOf } from "./case-callers.ts";
import { CaseError } from "./case-values.ts";
import { compileDatabaseRules } from "../database/compile-rules.ts";
import { compileFirestoreRules, compileStorageRules } from "../service/compile-rules.ts";
import { databaseCases } from "./database-cases.ts";
import { RulesError } from "../errors.ts";
import { firestoreCases } from "./firestore-cases.ts";
import { formatDatabaseValue, formatServiceValue } from "./format-value.ts";
import type { ObservedRule, RulesObserver } from "../observer.ts";
import { storageCases } from "./storage-cases.ts";
import { createTracer, formatTrace, type TracedRule } from "./trace.ts";
import type { RulesAuth, RulesQuery, RulesSource } from "../types.ts";

export { CaseError, CaseFileError, parseCaseFile };

export type CaseSuite = {
  service: CaseFile["service"];
  rules: RulesSource;
  /** Those of another service are left out. */
  files: readonly CaseFile[];
};

type OneCase = CaseFile["cases"][number];

/** One caller of one case. */
export type CaseCheck = {
  /** `file: cases[3] "name"` */
  place: string;
  caller: string;
  /** `get projects/atlas`; of a batch, all of it. */
  what: string;
  expected: boolean;
  allowed: boolean;
  /** Which rules were asked, what each came to and why, and what was looked up. */
  trace: () => string[];
};

export type SuiteResult = {
  checks: readonly CaseCheck[];
  /** How many rules there are. */
  rules: number;
  /** Of rules that no case has seen to grant or to refuse. */
  unseen: readonly string[];
  /** Of the rules file. */
  warnings: readonly string[];
};

/** What a structured query of Firestore promises of what it finds. @throws CaseError when there is no such query */
type ToRulesQuery = (structuredQuery: unknown) => RulesQuery;

/** @throws CaseFileError; RulesError of the rules file. */
export function runCases(suite: CaseSuite, toRulesQuery: ToRulesQuery): SuiteResult {
  const source = suite.rules;
  const tracer = createTracer();
  const { warnings, openFile } = compile();
  const formatValue = suite.service === "database" ? formatDatabaseValue : formatServiceValue;
  const seen = new Map<ObservedRule, Set<boolean>>(tracer.rules.map((rule) => [rule, new Set()]));
  const faults: string[] = [];
  const prepared = suite.files.filter(({ service }) => service === suite.service).flatMap(prepare);
  if (faults.length > 0) throw new CaseFileError(faults);
  return {
    checks: prepared.flatMap(({ place, callers, openCase }) =>
      callers.map(({ name, auth, expected }) => check(place, name, auth, expected, openCase)),
    ),
    rules: tracer.rules.length,
    unseen: tracer.rules.flatMap(unseenOf),
    warnings,
  };

  function compile() {
    try {
      const { warnings, openFile } = compileSuite(suite, tracer.observer, toRulesQuery);
      return { warnings, openFile: openFile as (file: CaseFile) => (one: OneCase) => OpenCase };
    } catch (error) {
      throw withNames(error, suite);
    }
  }

  function prepare(file: CaseFile) {
    const readCase = orFault(file.file, () => openFile(file));
    if (readCase === undefined) return [];
    return file.cases.flatMap((one, index) => {
      const place = `${file.file}: cases[${index}] "${one.name}"`;
      const callers = orFault(place, () => callersOf(file.callers, one));
      const openCase = orFault(place, () => readCase(one));
      return callers && openCase ? [{ place, callers, openCase }] : [];
    });
  }

  function orFault<Result>(place: string, work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof CaseError)) throw error;
      faults.push(`${place}: ${error.message}`);
      return undefined;
    }
  }

  function check(
    place: string,
    caller: string,
    auth: RulesAuth,
    expected: boolean,
    openCase: OpenCase,
  ): CaseCheck {
    const lookups: string[] = [];
    const asked: TracedRule[] = [];
    const hints: string[] = [];
    const accesses = openCase(auth, (lookup) => lookups.push(lookup));
    const allowed = accesses.every((access) => {
      const isAllowed = access.allows();
      const traced = tracer.take();
      for (const { rule, holds } of traced) seen.get(rule)?.add(holds);
      asked.push(...traced);
      if (!isAllowed) hints.push(...access.hints(traced));
      return isAllowed;
    });
    return {
      place,
      caller,
      what: accesses.map(({ what }) => what).join(", "),
      expected,
      allowed,
      trace: () => [...formatTrace(source, asked, formatValue), ...lookups, ...hints],
    };
  }

  function unseenOf(rule: ObservedRule): string[] {
    return rule.outcomes
      .filter((outcome) => seen.get(rule)?.has(outcome) !== true)
      .map(
        (outcome) =>
          `${source.file}:${rule.place} ${rule.name}: no case has seen it ${outcome ? "grant" : "refuse"}`,
      );
  }
}

/** Of the suite's service, which types cannot say of both. */
type OpenFile = (file: never) => (one: never) => OpenCase;

function compileSuite(
  { service, rules: source }: CaseSuite,
  observer: RulesObserver,
  toRulesQuery: ToRulesQuery,
): { warnings: readonly string[]; openFile: OpenFile } {
  switch (service) {
    case "database": {
      const rules = compileDatabaseRules(source, observer);
      return { warnings: [], openFile: (file: DatabaseCases) => databaseCases(rules, file) };
    }
    case "firestore": {
      const rules = compileFirestoreRules(source, observer);
      const openFile = (file: FirestoreCases) => firestoreCases(rules, file, toRulesQuery);
      return { warnings: rules.warnings, openFile };
    }
    case "storage": {
      const rules = compileStorageRules(source, observer);
      const openFile = (file: StorageCases) => storageCases(rules, file);
      return { warnings: rules.warnings, openFile };
    }
  }
}

/** "rules" of a case may name a file that was never meant for its service. */
function withNames(error: unknown, { service, files }: CaseSuite): unknown {
  if (!(error instanceof RulesError) || files.length === 0) return error;
  const names = files.map(({ file }) => file).join(", ");
  return new RulesError(`${error.message}\nIt is "rules" of ${names}, for ${service}.`);
}
