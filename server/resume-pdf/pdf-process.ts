/** A process of its own for react-pdf, which takes more memory than all the rest of a server at rest. */
import { renderToBuffer } from "@react-pdf/renderer";
import { answerJobs } from "../processes/answer-jobs.ts";
import { drawableDeep } from "./drawable-text.ts";
import { loadFonts } from "./pdf-fonts.ts";
import type { PdfJob } from "./pdf-job.ts";
import { resumeDocument } from "./resume-document.ts";

answerJobs(async (job: PdfJob) => {
  await loadFonts();
  return renderToBuffer(resumeDocument({ ...job, resume: drawableDeep(job.resume) }));
});
