/** What the server asks of a process for resumes; the answer is the PDF's bytes. */
import type { PlainResume } from "#lib/resume/plain-resume.ts";

export type PdfSize = "A4" | "LETTER";

export type PdfJob = {
  resume: PlainResume;
  size: PdfSize;
  /** `#rrggbb`, dark enough to be read on white. */
  accent: string;
  /** Milliseconds since 1970; the same content has to give the same bytes, so this is no clock's. */
  changedAt: number;
  /** What the document says of itself to search. */
  keywords: string[];
};
