import { isSafeHref } from "../safe-href.ts";
import type { ResumeDocument } from "./resume.ts";

export type ProfileLink = { label: string; url: string };

/** Where else the owner is: the profiles of the resume that may be links. */
export function profileLinks(resume: ResumeDocument | null): ProfileLink[] {
  return (resume?.basics?.profiles ?? []).flatMap(({ network, username, url }) =>
    url !== undefined && isSafeHref(url) ? [{ label: network || username || url, url }] : [],
  );
}
