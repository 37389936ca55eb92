import { saveFile } from "#app/ui/save-file.ts";
import type { PlainFields } from "#lib/firestore-value.ts";

/** What is in the form, not what is published. */
export function saveResumeFile(resume: PlainFields): void {
  const text = `${JSON.stringify(resume, null, 2)}\n`;
  saveFile("resume.json", new Blob([text], { type: "application/json" }));
}
