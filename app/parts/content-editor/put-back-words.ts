import { minuteOf } from "#app/parts/tool-frame/when.ts";
import type { PutBack } from "./content-api.ts";

/** What is said of what came back from the trash, as the server answered. */
export function putBackSaid(title: string, { path, asDraft, publishAt }: PutBack): string {
  const name = title || "Untitled";
  const later = publishAt === undefined ? "" : ` It is to be published on ${minuteOf(publishAt)}.`;
  if (path !== undefined) return `${name} is back, and visitors see it again.${later}`;
  return asDraft === true
    ? `${name} is back as a draft: something stands in the way of publishing it.${later}`
    : `${name} is back. Visitors do not see it, as before.${later}`;
}
