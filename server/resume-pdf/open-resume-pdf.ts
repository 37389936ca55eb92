/**
 * `/resume.pdf` and `/resume-letter.pdf`: the owner's own PDF where the profile names one, else one that is drawn from
 * the resume, once for each content, in a process of its own.
 */
import { join } from "node:path";
import { isIndexable } from "#lib/found/addresses.ts";
import { fitsPdf } from "#lib/resume/fits-pdf.ts";
import { plainResume } from "#lib/resume/plain-resume.ts";
import {
  resumeFileName,
  resumeLetterPdfPath,
  resumePdfPath,
} from "#lib/resume/resume-addresses.ts";
import type { PublicData, ServerBackend } from "#lib/server-backend.ts";
import { usualAccent } from "#lib/usual-accent.ts";
import type { Log } from "../log.ts";
import { createProcesses } from "../processes/create-processes.ts";
import { packagesFolder } from "../processes/packages-folder.ts";
import { createMadeInTurn } from "../site-files/made-in-turn.ts";
import type { SiteFileMaker } from "../site-files/site-file.ts";
import { accentInk } from "./accent-ink.ts";
import type { PdfJob, PdfSize } from "./pdf-job.ts";
import { createUploadedPdf } from "./uploaded-pdf.ts";

const keptBytes = 8 * 1024 * 1024;
const processIdleMs = 30_000;
/** One of forty pages takes a few seconds of a machine that has nothing else to do. */
const jobTimeoutMs = 45_000;
const maxHeapMb = 256;
/** A process grows by some with each. */
const maxJobs = 50;
/** Two sizes, and contents that follow each other quickly while the owner writes. */
const maxWaiting = 8;
const waitMs = 30_000;

const sizes = new Map<string, PdfSize>([
  [resumePdfPath, "A4"],
  [resumeLetterPdfPath, "LETTER"],
]);

export type ResumePdf = {
  maker: SiteFileMaker;
  /** Of the process that draws now. */
  pids(): number[];
  close(): Promise<void>;
};

export function openResumePdf(deps: {
  backend: Pick<ServerBackend, "openObject">;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  idleMs?: number;
}): ResumePdf {
  const { backend, log, now, idleMs = processIdleMs } = deps;
  const processes = createProcesses<PdfJob, Uint8Array>({
    purpose: "resumes",
    program: join(import.meta.dirname, "pdf-process.ts"),
    readable: [packagesFolder("@react-pdf/renderer"), join(import.meta.dirname, "../../lib")],
    log,
    idleMs,
    timeoutMs: jobTimeoutMs,
    maxHeapMb,
    maxJobs,
  });
  const uploaded = createUploadedPdf({ backend, log });
  const made = createMadeInTurn({
    what: "the PDF of the resume",
    log,
    now,
    keptBytes,
    maxWaiting,
    waitMs,
  });

  return {
    maker: {
      owns: (path) => sizes.has(path),
      async answer(exchange, { data }) {
        const name = data.profile?.resumePdf?.name;
        if (name === undefined) return false;
        if (!isIndexable(data)) exchange.response.setHeader("X-Robots-Tag", "noindex");
        await uploaded(exchange, { name, ...savedAs(data) });
        return true;
      },
      async make(path, { data }) {
        const job = jobOf(data, sizes.get(path) ?? "A4");
        if (job === undefined) return undefined;
        const body = await made.make(job, (signal) => processes.run(job, signal));
        return { contentType: "application/pdf", body, ...savedAs(data) };
      },
    },
    pids: () => processes.pids(),
    async close() {
      made.close(new Error("The server stops."));
      await processes.close();
    },
  };
}

function savedAs({ resume }: PublicData): { saveAs: string } {
  return { saveAs: resumeFileName(resume?.basics?.name ?? "", "pdf") };
}

function jobOf({ resume: document, settings }: PublicData, size: PdfSize): PdfJob | undefined {
  if (document === null) return undefined;
  const resume = plainResume(document);
  if (!fitsPdf(resume)) return undefined;
  const changedAt = Date.parse(document.meta?.lastModified ?? "");
  const skills = document.skills ?? [];
  return {
    resume,
    size,
    accent: accentInk(settings.accent ?? usualAccent),
    changedAt: Number.isNaN(changedAt) ? 0 : changedAt,
    keywords: skills
      .flatMap(({ name, keywords = [] }) => [name ?? "", ...keywords])
      .filter(Boolean)
      .slice(0, 60),
  };
}
