/** `rules test`: the cases of security rules, without a data folder and without a server. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { CaseCheck, CaseSuite, SuiteResult } from "#backend";
import { readRulesFiles } from "../config/rules-files.ts";
import { openInput, resolveFile, say } from "./files.ts";
import type { Streams } from "./files.ts";
import { UsageError } from "./usage-error.ts";

export type RulesCommand = {
  name: string;
  usage: string;
  meaning: string;
  details: readonly string[];
  /** Returns the exit code. @throws Error whose message is for the caller. */
  run: (args: readonly string[], streams: Streams) => Promise<number>;
};

export const rulesCommands: readonly RulesCommand[] = [
  {
    name: "rules test",
    usage: "rules test [FILE]... [--trace]",
    meaning: "Run cases of security rules; without FILE those of the site, in firebase/cases.",
    details: [
      "FILE      Cases as JSON; docs/rules.md says how they are written.",
      "--trace   Of every case which rules were asked, and why each grants or does not;",
      "          of a case that fails that is always said.",
      "",
      "Fails when a case is not decided as it says, and without FILE also when a rule was never",
      "seen to grant or never to refuse.",
    ],
    run: testRules,
  },
];

const root = join(import.meta.dirname, "../..");

type Tester = Awaited<ReturnType<(typeof import("#backend"))["loadRulesTester"]>>;

async function testRules(args: readonly string[], streams: Streams): Promise<number> {
  const files = args.filter((arg) => arg !== "--trace");
  const unknown = files.find((file) => file.startsWith("-") && file !== "-");
  if (unknown !== undefined) throw new UsageError(`There is no ${unknown}.`);
  const { loadRulesTester } = await import("#backend");
  const tester = await loadRulesTester();
  const isProduct = files.length === 0;
  const suites = isProduct ? await productSuites() : [];
  const named = isProduct ? productFiles() : files;
  for (const file of named) await addFile(suites, tester, file, streams);
  const results = suites.map((suite) => tester.run(suite));
  return report(results, { showsAll: files.length !== args.length, isProduct }, streams);
}

/** All of the site's rules, also those that no case speaks of. */
async function productSuites(): Promise<CaseSuite[]> {
  const files = await readRulesFiles();
  return (["database", "firestore", "storage"] as const).map((service) => {
    return { service, rules: files[service], files: [] };
  });
}

function productFiles(): string[] {
  return globSync(join(root, "firebase/cases/*.json")).toSorted();
}

async function addFile(
  suites: CaseSuite[],
  tester: Tester,
  named: string,
  streams: Streams,
): Promise<void> {
  await using input = await openInput(named, streams);
  const path = resolveFile(named);
  const parsed = tester.parse({ file: shown(path), text: await input.handle.readFile("utf8") });
  const rulesPath = resolve(dirname(path), parsed.rules);
  const rulesFile = shown(rulesPath);
  const known = suites.findIndex(({ service, rules }) => {
    return service === parsed.service && rules.file === rulesFile;
  });
  const suite = suites[known];
  if (suite === undefined) {
    const rules = { file: rulesFile, text: readRules(rulesPath, parsed.file) };
    suites.push({ service: parsed.service, rules, files: [parsed] });
  } else {
    suites[known] = { ...suite, files: [...suite.files, parsed] };
  }
}

function readRules(path: string, namedIn: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${namedIn}: "rules" cannot be read: ${message}`, { cause: error });
  }
}

/** As rules files are named in errors. */
function shown(path: string): string {
  const below = relative(root, path);
  return below.startsWith("..") ? path : below;
}

/** Returns the exit code. */
export function report(
  results: readonly SuiteResult[],
  { showsAll, isProduct }: { showsAll: boolean; isProduct: boolean },
  streams: Streams,
): number {
  const checks = results.flatMap((result) => result.checks);
  const failed = checks.filter(({ allowed, expected }) => allowed !== expected);
  const unseen = results.flatMap((result) => result.unseen);
  for (const warning of results.flatMap((result) => result.warnings)) {
    say(streams, `Warning: ${warning}`);
  }
  for (const check of showsAll ? checks : failed) {
    for (const line of describe(check)) say(streams, line);
  }
  // Who names files may want to know of these cases only.
  const lacks = isProduct ? unseen : [];
  for (const line of lacks) say(streams, line);
  if (unseen.length > lacks.length) {
    say(streams, `${count(unseen.length, "outcome")} of rules not seen by these cases.`);
  }
  const rules = results.reduce((sum, result) => sum + result.rules, 0);
  const cases = new Set(checks.map(({ place }) => place)).size;
  const faults = [
    ...(failed.length > 0 ? [`${count(failed.length, "check")} failed`] : []),
    ...(lacks.length > 0 ? [`${count(lacks.length, "outcome")} of rules without a case`] : []),
  ];
  const outcome = faults.length === 0 ? "all hold" : faults.join(", ");
  const sums = [count(cases, "case"), count(checks.length, "check"), count(rules, "rule")];
  say(streams, `${sums.join(", ")}: ${outcome}.`);
  return faults.length === 0 ? 0 : 1;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function describe({ place, caller, what, allowed, expected, trace }: CaseCheck): string[] {
  const decided = `${caller} ${allowed ? "may" : "may not"} ${what}`;
  const verdict =
    allowed === expected ? decided : `${decided}, but ${expected ? "should" : "should not"}`;
  return [`${place}: ${verdict}`, ...trace().map((line) => `    ${line}`)];
}
