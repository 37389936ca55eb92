/** The links to other sites in a document of content, wherever in it they stand. */
import type { PlainFields } from "./firestore-value.ts";

const maxLinks = 50;
const maxLength = 2000;

/** Each once, in the order in which they stand there, at most fifty. */
export function linksOf(fields: PlainFields): string[] {
  const found = new Set<string>();
  visit(fields);
  return [...found];

  function visit(value: PlainFields[string]): void {
    if (typeof value !== "object" || value === null || found.size >= maxLinks) return;
    if (Array.isArray(value)) {
      for (const one of value) visit(one);
      return;
    }
    for (const [name, one] of Object.entries(value)) {
      if (typeof one === "string" && ["url", "href", "credentialUrl"].includes(name)) add(one);
      else visit(one);
    }
  }

  function add(text: string): void {
    const link = text.trim();
    const isWeb = /^https?:\/\//i.test(link) && link.length <= maxLength && URL.canParse(link);
    if (isWeb && found.size < maxLinks) found.add(link);
  }
}
