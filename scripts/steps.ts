/** Runs checks and test suites as child processes and counts what passed. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const root = join(import.meta.dirname, "..");
const bin = join(root, "node_modules", ".bin");

/** `flaky`: failed and then passed on its second try; counted in `passed` too. */
type Count = { passed: number; failed: number; skipped: number; flaky?: number };
export type Step = { name: string; run: () => Count };

/** A check counts as one test: it passed or it failed. */
export function check(name: string, command: string, ...args: string[]): Step {
  return {
    name,
    run: () =>
      execute(command, args)
        ? { passed: 1, failed: 0, skipped: 0 }
        : { passed: 0, failed: 1, skipped: 0 },
  };
}

/** Vitest, counted by its own report. A run without a report, or without a test, failed. */
export function vitest(name: string, ...args: string[]): Step {
  return {
    name,
    run: () =>
      withReport((file) => {
        const ok = execute("vitest", [
          "run",
          "--reporter=default",
          "--reporter=json",
          `--outputFile=${file}`,
          ...args,
        ]);
        const report = readReport(file) as
          | {
              numPassedTests: number;
              numFailedTests: number;
              numPendingTests: number;
              numTodoTests: number;
            }
          | undefined;
        const {
          numPassedTests = 0,
          numFailedTests = 0,
          numPendingTests = 0,
          numTodoTests = 0,
        } = report ?? {};
        const broken = !ok && numFailedTests === 0;
        return {
          passed: numPassedTests,
          failed: numFailedTests + (broken || numPassedTests === 0 ? 1 : 0),
          skipped: numPendingTests + numTodoTests,
        };
      }),
  };
}

/** Playwright, counted the same way. A test that a busy machine failed is tried once more and named as flaky. */
export function playwright(name: string, ...args: string[]): Step {
  return {
    name,
    run: () =>
      withReport((file) => {
        // A trace of every test, kept or not, is a fifth of the time; a second try that fails leaves one.
        const settings = ["--reporter=line,json", "--retries=1", "--trace=on-first-retry"];
        const ok = execute("playwright", ["test", ...settings, ...args], {
          PLAYWRIGHT_JSON_OUTPUT_NAME: file,
        });
        const report = readReport(file) as PlaywrightReport | undefined;
        saySlowest(report?.suites ?? []);
        const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
        const broken = !ok && unexpected === 0;
        return {
          passed: expected + flaky,
          failed: unexpected + (broken || expected === 0 ? 1 : 0),
          skipped,
          flaky,
        };
      }),
  };
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: readonly Suite[];
};
/** Times in milliseconds. */
type Suite = {
  suites?: readonly Suite[];
  specs?: readonly {
    file: string;
    line: number;
    tests: readonly { results: readonly { duration: number }[] }[];
  }[];
};

function timesOf({ suites = [], specs = [] }: Suite): { where: string; ms: number }[] {
  const own = specs.map(({ file, line, tests }) => {
    const ms = tests.flatMap(({ results }) => results).reduce((sum, one) => sum + one.duration, 0);
    return { where: `${file}:${line}`, ms };
  });
  return [...own, ...suites.flatMap(timesOf)];
}

/** Who wants it to be faster begins with these. */
function saySlowest(suites: readonly Suite[]): void {
  const times = suites.flatMap(timesOf).toSorted((a, b) => b.ms - a.ms);
  const all = times.reduce((sum, { ms }) => sum + ms, 0);
  const slowest = times.slice(0, 40).map(({ where, ms }) => `${where} ${Math.round(ms / 1000)} s`);
  console.log(`Slowest of ${Math.round(all / 1000)} s in all: ${slowest.join(", ")}`);
}

/** Runs all, also after one failed; prints `N passed, N failed` as the last line and sets the exit code. */
export function runSteps(steps: readonly Step[]): void {
  const total = { passed: 0, failed: 0, skipped: 0, flaky: 0 };
  const failures: string[] = [];
  for (const { name, run } of steps) {
    const started = performance.now();
    console.log(`\n--- ${name}`);
    const count = run();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`--- ${name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`);
    if (count.failed > 0) failures.push(name);
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
    total.flaky += count.flaky ?? 0;
  }
  if (failures.length > 0) console.log(`\nFailed: ${failures.join(", ")}`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  const flaky = total.flaky > 0 ? `, ${total.flaky} passed only on the second try` : "";
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}${flaky}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

function execute(command: string, args: string[], env: Record<string, string> = {}): boolean {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`, ...env },
  });
  if (result.error !== undefined) console.error(result.error.message);
  return result.status === 0;
}

function withReport(run: (file: string) => Count): Count {
  const folder = mkdtempSync(join(tmpdir(), "foyer-report-"));
  try {
    return run(join(folder, "report.json"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
