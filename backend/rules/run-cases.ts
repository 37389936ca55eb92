/** Runs the cases of one rules file: whether each is decided as it says, and which rules no case has seen both ways. */
import type { OpenCase } from "./case-access.ts";
import { type CaseFile, CaseFileError, parseCaseFile } from "./case-file.ts";
import { callersOf } from "./case-callers.ts";
import { CaseError } from "./case-values.ts";
import { compileDatabaseRules } from "./compile-database-rules.ts";
import { compileFirestoreRules, compileStorageRules } from "./compile-service-rules.ts";
import { databaseCases } from "./database-cases.ts";
import { firestoreCases } from "./firestore-cases.ts";
import { formatDatabaseValue, formatServiceValue } from "./format-value.ts";
import type { ObservedRule, RulesObserver } from "./observer.ts";
import { storageCases } from "./storage-cases.ts";
import { createTracer, formatTrace, type TracedRule } from "./trace.ts";
import type { RulesAuth, RulesQuery, RulesSource } from "./types.ts";

export { CaseError, CaseFileError, parseCaseFile };

export type CaseSuite = {
  service: CaseFile["service"];
  rules: RulesSource;
  files: readonly CaseFile[];
};

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
  const { warnings, files } = openSuite(suite, tracer.observer, toRulesQuery);
  const formatValue = suite.service === "database" ? formatDatabaseValue : formatServiceValue;
  const seen = new Map<ObservedRule, Set<boolean>>(tracer.rules.map((rule) => [rule, new Set()]));
  const faults: string[] = [];
  const prepared = files.flatMap(prepare);
  if (faults.length > 0) throw new CaseFileError(faults);
  return {
    checks: prepared.flatMap(({ place, callers, openCase }) =>
      callers.map(({ name, auth, expected }) => check(place, name, auth, expected, openCase)),
    ),
    rules: tracer.rules.length,
    unseen: tracer.rules.flatMap(unseenOf),
    warnings,
  };

  function prepare({ file, read }: Opened["files"][number]) {
    const cases = orFault(file.file, read) ?? [];
    return cases.flatMap((readCase, index) => {
      const one = file.cases[index] as CaseFile["cases"][number];
      const place = `${file.file}: cases[${index}] "${one.name}"`;
      const callers = orFault(place, () => callersOf(file.callers, one));
      const openCase = orFault(place, readCase);
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
    const silence: string[] = [];
    const accesses = openCase(auth, (lookup) => lookups.push(lookup));
    const allowed = accesses.every((access) => {
      const isAllowed = access.allows();
      const traced = tracer.take();
      for (const { rule, holds } of traced) seen.get(rule)?.add(holds);
      asked.push(...traced);
      if (!isAllowed) silence.push(...access.silence(traced));
      return isAllowed;
    });
    return {
      place,
      caller,
      what: accesses.map(({ what }) => what).join(", "),
      expected,
      allowed,
      trace: () => [...formatTrace(source, asked, formatValue), ...lookups, ...silence],
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

/** Of each file its cases, each still to be read. */
type Opened = {
  warnings: readonly string[];
  files: readonly { file: CaseFile; read: () => (() => OpenCase)[] }[];
};

function openSuite(
  { service, rules: source, files }: CaseSuite,
  observer: RulesObserver,
  toRulesQuery: ToRulesQuery,
): Opened {
  switch (service) {
    case "database": {
      const rules = compileDatabaseRules(source, observer);
      const mine = files.filter((file) => file.service === service);
      return {
        warnings: [],
        files: mine.map((file) => opened(file, () => databaseCases(rules, file))),
      };
    }
    case "firestore": {
      const rules = compileFirestoreRules(source, observer);
      const mine = files.filter((file) => file.service === service);
      return {
        warnings: rules.warnings,
        files: mine.map((file) => opened(file, () => firestoreCases(rules, file, toRulesQuery))),
      };
    }
    case "storage": {
      const rules = compileStorageRules(source, observer);
      const mine = files.filter((file) => file.service === service);
      return {
        warnings: rules.warnings,
        files: mine.map((file) => opened(file, () => storageCases(rules, file))),
      };
    }
  }
}

function opened<Case>(
  file: CaseFile & { cases: readonly Case[] },
  open: () => (one: Case) => OpenCase,
): Opened["files"][number] {
  return {
    file,
    read() {
      const read = open();
      return file.cases.map((one: Case) => () => read(one));
    },
  };
}
