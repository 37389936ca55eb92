/**
 * What is left of the invented person in a profile or resume that the owner has changed: whoever changes one line and
 * publishes makes the whole document their own, and the lines that they left alone are still somebody else's.
 */
import { sameValue } from "#lib/content/merge-drafts.ts";
import type { PlainFields } from "#lib/firestore-value.ts";

type Value = PlainFields[string] | undefined;

/** In the order in which they are said. */
const profileParts: Readonly<Record<string, string>> = {
  tagline: "line",
  photo: "photo",
  story: "story",
  now: "now",
  values: "what you hold on to",
  uses: "what you use",
};
const resumeParts: Readonly<Record<string, string>> = {
  work: "work",
  volunteer: "volunteering",
  education: "education",
  awards: "awards",
  certificates: "certificates",
  publications: "publications",
  skills: "skills",
  languages: "languages",
  interests: "interests",
  references: "references",
  projects: "projects",
};
/** The name stays: a resume without one is none. */
const basicsParts: Readonly<Record<string, string>> = {
  label: "title",
  image: "picture",
  email: "address for mail",
  phone: "phone",
  url: "website",
  summary: "summary",
  location: "place",
  profiles: "profiles",
};

/** `left` names the parts that are still the starter's word for word; `fields` are without them. */
export type Leftovers = { left: string[]; fields: PlainFields };

/**
 * Each line of a list by itself.
 * @param starter `content/profile.json`
 */
export function leftInProfile(profile: PlainFields, starter: PlainFields): Leftovers {
  return without(profile, starter, profileParts, (value, invented) => {
    if (!Array.isArray(value) || !Array.isArray(invented)) return undefined;
    return value.filter((line) => !invented.some((one) => sameValue(one, line)));
  });
}

/**
 * Lists as a whole: some people do speak English.
 * @param resume `site/resume`
 * @param starter `content/resume.json`
 */
export function leftInResume(resume: PlainFields, starter: PlainFields): Leftovers {
  const document = groupOf(resume["document"]);
  const basics = without(groupOf(document["basics"]), groupOf(starter["basics"]), basicsParts);
  const others = without(document, starter, resumeParts);
  const left = [...basics.left, ...others.left];
  if (left.length === 0) return { left, fields: resume };
  return {
    left,
    fields: { ...resume, document: { ...others.fields, basics: basics.fields } },
  };
}

/**
 * Of anything else: whether all its words are still the starter's. Where it stands and whether it is featured are none.
 * @param starter as in `content/`; `{}` for what came without
 */
export function isStarters(fields: PlainFields, starter: PlainFields): boolean {
  const words = Object.entries(starter).filter(
    ([name, value]) => name !== "order" && typeof value !== "boolean",
  );
  return words.length > 0 && words.every(([name, value]) => isInvented(fields[name], value));
}

function without(
  fields: PlainFields,
  starter: PlainFields,
  parts: Readonly<Record<string, string>>,
  ownLines: (value: Value, invented: Value) => PlainFields[string][] | undefined = () => undefined,
): Leftovers {
  const left: string[] = [];
  const kept = { ...fields };
  for (const [name, words] of Object.entries(parts)) {
    const value = fields[name];
    if (value === undefined) continue;
    const lines = ownLines(value, starter[name]);
    const isLeft = isInvented(value, starter[name]) || lines?.length === 0;
    const isPartLeft = Array.isArray(value) && lines !== undefined && lines.length < value.length;
    if (!isLeft && !isPartLeft) continue;
    // An empty list is nobody's.
    if (Array.isArray(value) && value.length === 0) continue;
    left.push(words);
    if (isLeft || lines === undefined) delete kept[name];
    else kept[name] = lines;
  }
  return { left, fields: kept };
}

function isInvented(value: Value, starter: Value): boolean {
  const { src } = groupOf(value);
  if (sameValue(value, starter)) return true;
  if (typeof src === "string") return isSamplePicture(src);
  // An editor that opened a rich text may have noted something about its paragraphs.
  const words = wordsOf(value);
  return words.length > 0 && words.join("\n") === wordsOf(starter).join("\n");
}

/** Of a rich text. */
function wordsOf(value: Value): string[] {
  const { text, content } = groupOf(value);
  if (typeof text === "string") return [text];
  return Array.isArray(content) ? content.flatMap(wordsOf) : [];
}

/** Pictures that came with the starter content. */
export function isSamplePicture(src: string): boolean {
  return src.startsWith("/sample/");
}

export function groupOf(value: Value): PlainFields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
