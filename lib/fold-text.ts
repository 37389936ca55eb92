const marks = /\p{M}+/gu;

/** As names and addresses are sorted and searched: lower case, letters without marks, single spaces. */
export function foldText(text: string): string {
  return text.normalize("NFKD").replace(marks, "").toLowerCase().replace(/\s+/gu, " ").trim();
}
