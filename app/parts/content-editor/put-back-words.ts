import type { PutBack } from "./content-api.ts";

/** What is said of what came back from the trash, as the server answered. */
export function putBackSaid(title: string, { path, asDraft }: PutBack): string {
  const name = title || "Untitled";
  if (path !== undefined) return `${name} is back, and visitors see it again.`;
  return asDraft === true
    ? `${name} is back as a draft: something stands in the way of publishing it.`
    : `${name} is back. Visitors do not see it, as before.`;
}
