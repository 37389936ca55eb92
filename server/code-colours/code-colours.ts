/**
 * `/leetcode/problems/two-sum.json`: a problem with what each piece of its code is, so that no browser loads a grammar.
 * Found out once for a code, in a process of its own, and kept. A code that no process came to an end with, or that had
 * to wait for too long, comes without colours.
 */
import { join } from "node:path";
import type { PublicProblem } from "#lib/documents/problem.ts";
import type { ProblemFile } from "#lib/leetcode/problem-files.ts";
import type { Log } from "../log.ts";
import { createProcesses } from "../processes/create-processes.ts";
import { packagesFolder } from "../processes/packages-folder.ts";
import { CannotBeMadeError, createMadeInTurn } from "../site-files/made-in-turn.ts";
import { leadToProblemFile, problemOfFile } from "../site-files/problem-of-file.ts";
import { SiteFileUnavailableError } from "../site-files/site-file.ts";
import type { SiteFileMaker } from "../site-files/site-file.ts";
import type { ColourAnswer, ColourJob } from "./colour-job.ts";

/** Of two thousand problems and more. */
const keptBytes = 8 * 1024 * 1024;
/** With the start of a process on a busy machine. What makes it slow otherwise is left plain before (colour-code.ts). */
const jobTimeoutMs = 8000;
/** The same code would end a process again, and all others wait for it meanwhile. */
const againAfterMs = 3_600_000;
/** Longer than one reads a code: it takes a second to start. */
const processIdleMs = 120_000;
const maxHeapMb = 256;
const maxJobs = 500;
const maxWaiting = 50;
const waitMs = 5000;

/** `isSettled`: whoever asks again gets the same. */
type Coloured = { spans: ColourAnswer; isSettled: boolean };

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
    againAfterMs,
  });

  async function colour({ solutions }: PublicProblem): Promise<Coloured> {
    const codes = solutions.map(({ code, language }) => ({ code, language }));
    if (codes.length === 0) return { spans: [], isSettled: true };
    try {
      const found = await made.make(codes, async (signal) =>
        Buffer.from(JSON.stringify(await processes.run({ codes }, signal))),
      );
      return { spans: JSON.parse(found.toString()) as ColourAnswer, isSettled: true };
    } catch (error) {
      if (!(error instanceof SiteFileUnavailableError)) throw error;
      const spans = codes.map(({ code }) => [code.length, 0]);
      return { spans, isSettled: error instanceof CannotBeMadeError };
    }
  }

  return {
    maker: {
      owns: (path) => /^\/leetcode\/problems\/[^/]+\.json$/.test(path),
      answer: async (exchange, { data }) => leadToProblemFile(exchange, data, "json"),
      async make(path, { data }) {
        const problem = problemOfFile(path, data);
        if (problem === undefined) return undefined;
        const { spans, isSettled } = await colour(problem);
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
            spans: spans[at] ?? [solution.code.length, 0],
          })),
        };
        return {
          contentType: "application/json; charset=utf-8",
          body: JSON.stringify(file),
          ...(isSettled ? { isOneOfMany: true } : { isKept: true }),
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
