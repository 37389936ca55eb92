import type { PlainFields } from "#lib/firestore-value.ts";

/** What is in the form, not what is published. */
export function saveResumeFile(resume: PlainFields): void {
  const text = `${JSON.stringify(resume, null, 2)}\n`;
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "resume.json";
  link.click();
  URL.revokeObjectURL(url);
}
