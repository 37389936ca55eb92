/** Whether the server can make a PDF of a resume: its fonts have Latin, Greek and Cyrillic letters, and paper is patient, but the server is not. */
import type { PlainResume } from "./plain-resume.ts";

/** Letters that the fonts of server/resume-pdf have a shape for; its test holds them against the fonts. */
export const lettersInFonts =
  /[A-Za-zªµºÀ-ÖØ-öø-ňŊ-žƠơƯưǺ-țəΆΈ-ΊΌΎ-ΡΣ-ώЀ-џѲ-ѵҐ-ғҖҗҚқҢңҮ-ҳҶҷҺһӀӏӘәӢӣӨөӮӯẀ-ẅẞẠ-ỹ]/u;

/** A name in one's own script beside the one in Latin letters, say; each is drawn as an empty box. */
const mostMissing = 8;
/** Some forty pages. */
const mostCharacters = 100_000;

export function fitsPdf(resume: PlainResume): boolean {
  const text = allText(resume).normalize("NFC");
  if (text.length > mostCharacters) return false;
  let missing = 0;
  for (const [letter] of text.matchAll(/\p{L}/gu)) {
    if (!lettersInFonts.test(letter)) missing += 1;
  }
  return missing <= mostMissing;
}

function allText({ name, label, summary, contacts, sections }: PlainResume): string {
  return [
    name,
    label,
    summary,
    ...contacts.map(({ text }) => text),
    ...sections.flatMap(({ entries }) =>
      entries.flatMap(({ title, place, text, points, words }) => [
        title,
        place,
        text,
        ...points,
        ...words,
      ]),
    ),
  ].join("\n");
}
