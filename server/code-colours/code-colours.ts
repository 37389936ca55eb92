/**
 * `/leetcode/problems/two-sum.json`: a problem with what each piece of its code is, so that no browser loads a grammar.
 * Found out once for a code, in a process of its own, and kept; when that fails the code comes without colours.
 */
import { join } from "node:path";
import type { PublicProblem } from "#lib/documents/problem.ts";
import type { ProblemFile } from "#lib/leetcode/problem-files.ts";
import type { Log } from "../log.ts";
import { createProcesses } from "../processes/create-processes.ts";
import { packagesFolder } from "../processes/packages-folder.ts";
import { createMadeInTurn } from "../site-files/made-in-turn.ts";
import { problemOfFile } from "../site-files/problem-of-file.ts";
import { SiteFileUnavailableError } from "../site-files/site-file.ts";
import type { SiteFileMaker } from "../site-files/site-file.ts";
import type { ColourAnswer, ColourJob } from "./colour-job.ts";

/** Of two thousand problems and more. */
const keptBytes = 8 * 1024 * 1024;
const jobTimeoutMs = 10_000;
/** Longer than one reads a code: it takes a second to start. */
const processIdleMs = 120_000;
const maxHeapMb = 256;
const maxJobs = 500;
const maxWaiting = 50;
const waitMs = 5000;

export type CodeColours = {
  maker: SiteFileMaker;
  /** Of the processes that colour now. */
  pids(): number[];
  close(): Promise<void>;
};

export function createCodeColours({ log, now }: { log: Log; now: () => number }): CodeColours {
  const processes = createProcesses<ColourJob, ColourAnswer>({
    purpose: "colours of code",
    program: join(import.meta.dirname, "colour-process.ts"),
    readable: [packagesFolder("shiki"), join(import.meta.dirname, "../../lib")],
    log,
    idleMs: processIdleMs,
    timeoutMs: jobTimeoutMs,
    maxHeapMb,
    maxJobs,
  });
  const made = createMadeInTurn({
    what: "colours of a code",
    log,
    now,
    keptBytes,
    maxWaiting,
    waitMs,
  });

  async function colour({ solutions }: PublicProblem): Promise<ColourAnswer> {
    const codes = solutions.map(({ code, language }) => ({ code, language }));
    if (codes.length === 0) return [];
    try {
      const found = await made.make(codes, async (signal) =>
        Buffer.from(JSON.stringify(await processes.run({ codes }, signal))),
      );
      return JSON.parse(found.toString()) as ColourAnswer;
    } catch (error) {
      if (error instanceof SiteFileUnavailableError)
        return codes.map(({ code }) => [code.length, 0]);
      throw error;
    }
  }

  return {
    maker: {
      owns: (path) => /^\/leetcode\/problems\/[^/]+\.json$/.test(path),
      async make(path, { data }) {
        const problem = problemOfFile(path, data);
        if (problem === undefined) return undefined;
        const colours = await colour(problem);
        const { id, title, link, number, difficulty, categories } = problem;
        const file: ProblemFile = {
          id,
          title,
          link,
          ...(number !== undefined && { number }),
          ...(difficulty !== undefined && { difficulty }),
          categories,
          solutions: problem.solutions.map((solution, at) => ({
            ...solution,
            spans: colours[at] ?? [solution.code.length, 0],
          })),
        };
        return {
          contentType: "application/json; charset=utf-8",
          body: JSON.stringify(file),
          isKept: true,
        };
      },
    },
    pids: () => processes.pids(),
    async close() {
      made.close(new Error("The server stops."));
      await processes.close();
    },
  };
}
