/** Runs checks and test suites as child processes and counts what passed. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";

const root = join(import.meta.dirname, "..");
const bin = join(root, "node_modules", ".bin");

/**
 * `flaky`: failed and then passed on its second try; counted in `passed` too.
 * `failures`: what failed and why, said once more at the end.
 */
type Count = {
  passed: number;
  failed: number;
  skipped: number;
  flaky?: number;
  failures?: readonly string[];
};
/** Resolves with whether the command succeeded. */
type Execute = (
  command: string,
  args: readonly string[],
  env?: Record<string, string>,
) => Promise<boolean>;
export type Step = { name: string; run: (execute: Execute) => Promise<Count> };

/** A check counts as one test: it passed or it failed. */
export function check(name: string, command: string, ...args: string[]): Step {
  return {
    name,
    run: async (execute) =>
      (await execute(command, args))
        ? { passed: 1, failed: 0, skipped: 0 }
        : { passed: 0, failed: 1, skipped: 0 },
  };
}

/** Vitest, counted by its own report. A run without a report, or without a test, failed. */
export function vitest(name: string, ...args: string[]): Step {
  return {
    name,
    run: (execute) =>
      withReport(async (file) => {
        const ok = await execute("vitest", [
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
              testResults: readonly VitestFile[];
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
          failures: (report?.testResults ?? []).flatMap(vitestFailures),
        };
      }),
  };
}

type VitestFile = {
  name: string;
  status: string;
  message: string;
  assertionResults: readonly {
    status: string;
    fullName: string;
    failureMessages: readonly string[] | null;
  }[];
};

function vitestFailures({ name, status, message, assertionResults }: VitestFile): string[] {
  const failed = assertionResults.filter((one) => one.status === "failed");
  // A file can fail without a test of it: it did not load.
  if (failed.length === 0) return status === "failed" ? [said(name, message)] : [];
  return failed.map(({ fullName, failureMessages }) =>
    said(`${name}, ${fullName}`, (failureMessages ?? []).join("\n")),
  );
}

function said(where: string, message: string): string {
  return `Failed: ${where}\n${stripVTControlCharacters(message).slice(0, 2000)}`;
}

/** Playwright, counted the same way. A test that a busy machine failed is tried once more and named as flaky. */
export function playwright(name: string, env: Record<string, string>): Step {
  return {
    name,
    run: (execute) =>
      withReport(async (file) => {
        // A trace of every test, kept or not, is a fifth of the time; a second try that fails leaves one.
        const settings = ["--reporter=line,json", "--retries=1", "--trace=on-first-retry"];
        const ok = await execute("playwright", ["test", ...settings], {
          ...env,
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
          failures: (report?.suites ?? []).flatMap(playwrightFailures),
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
    tests: readonly {
      projectName: string;
      results: readonly {
        duration: number;
        retry: number;
        errors: readonly { message: string }[];
      }[];
    }[];
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

function playwrightFailures({ suites = [], specs = [] }: Suite): string[] {
  const own = specs.flatMap(({ file, line, tests }) =>
    tests.flatMap(({ projectName, results }) =>
      results.flatMap(({ retry, errors }) => {
        const where = `[${projectName}] ${file}:${line}, try ${retry + 1}`;
        return errors.map(({ message }) => said(where, message));
      }),
    ),
  );
  return [...own, ...suites.flatMap(playwrightFailures)];
}

/**
 * Runs all, also after one failed, and those of a list at the same time: each then prints all it has to say when it ends.
 * Prints `N passed, N failed` as the last line and sets the exit code.
 */
export async function runSteps(steps: readonly (Step | readonly Step[])[]): Promise<void> {
  const total = { passed: 0, failed: 0, skipped: 0, flaky: 0 };
  const failures: string[] = [];
  const messages: string[] = [];
  const run = async (step: Step, execute: Execute) => {
    const started = performance.now();
    const count = await step.run(execute);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`--- ${step.name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`);
    if (count.failed > 0) failures.push(step.name);
    messages.push(...(count.failures ?? []));
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
    total.flaky += count.flaky ?? 0;
  };
  for (const step of steps) {
    // oxlint-disable no-await-in-loop -- one step after the other
    if ("run" in step) {
      console.log(`\n--- ${step.name}`);
      await run(step, execute);
    } else {
      console.log(`\n--- ${step.map(({ name }) => name).join(", ")}`);
      await Promise.all(step.map((one) => run(one, executeQuietly)));
    }
    // oxlint-enable no-await-in-loop
  }
  // Said where each failed too, which is far above the end and the first that a short record of the run leaves out.
  for (const message of messages) console.log(`\n${message}`);
  if (failures.length > 0) console.log(`\nFailed: ${failures.join(", ")}`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  const flaky = total.flaky > 0 ? `, ${total.flaky} passed only on the second try` : "";
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}${flaky}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

const execute: Execute = (command, args, env = {}) => {
  const child = spawn(command, args, { ...optionsOf(env), stdio: "inherit" });
  return succeeded(child);
};

const executeQuietly: Execute = async (command, args, env = {}) => {
  const child = spawn(command, args, { ...optionsOf(env), stdio: ["ignore", "pipe", "pipe"] });
  const [ok, ...said] = await Promise.all([
    succeeded(child),
    text(child.stdout),
    text(child.stderr),
  ]);
  process.stdout.write(said.join(""));
  return ok;
};

function optionsOf(env: Record<string, string>) {
  return {
    cwd: root,
    shell: process.platform === "win32",
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`, ...env },
  };
}

function succeeded(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.once("close", (code) => resolve(code === 0));
  });
}

async function withReport(run: (file: string) => Promise<Count>): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), "foyer-report-"));
  try {
    return await run(join(folder, "report.json"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
