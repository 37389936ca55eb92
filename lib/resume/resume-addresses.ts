/** Where the resume is to be had as a file, and what browsers call it when they save it. `/resume.json`: lib/found. */
export const resumePdfPath = "/resume.pdf";
/** The same on North American paper. */
export const resumeLetterPdfPath = "/resume-letter.pdf";

/** `imke-tarrow-resume.pdf` */
export function resumeFileName(name: string, ending: "pdf" | "json"): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, "");
  return `${plain === "" ? "" : `${plain}-`}resume.${ending}`;
}
