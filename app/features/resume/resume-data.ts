/** The resume's page: the resume in words, and the ways to take it along. */
import { resumeJsonPath } from "#lib/found/addresses.ts";
import { fitsPdf } from "#lib/resume/fits-pdf.ts";
import { plainResume } from "#lib/resume/plain-resume.ts";
import type { PlainResume } from "#lib/resume/plain-resume.ts";
import { resumeLetterPdfPath, resumePdfPath } from "#lib/resume/resume-addresses.ts";
import type { PublicData } from "#lib/server-backend.ts";

export type ResumeData = (PlainResume & { files: ResumeFile[]; hint: string }) | null;

type ResumeFile = { name: string; href: string };

export function resumePage({ resume: document, profile }: PublicData): ResumeData {
  if (document === null) return null;
  const resume = plainResume(document);
  const pdfs = profile?.resumePdf === undefined ? drawn(resume) : [a4];
  return {
    ...resume,
    files: [...pdfs, { name: "JSON Resume", href: resumeJsonPath }],
    hint: pdfs.length === 0 ? "For a PDF, print this page." : "",
  };
}

const a4: ResumeFile = { name: "Download PDF", href: resumePdfPath };

/** None where the server has no letters for it: a browser has more. */
function drawn(resume: PlainResume): ResumeFile[] {
  return fitsPdf(resume) ? [a4, { name: "PDF on Letter paper", href: resumeLetterPdfPath }] : [];
}
