import { isSafeHref } from "#lib/safe-href.ts";
import type { PublicData, SampleShare } from "#lib/server-backend.ts";

/** What the frame around every page shows. */
export type SiteFrame = {
  name: string;
  label: string;
  sample: SampleShare;
  indexable: boolean;
  accent: string | undefined;
  announcement: { text: string; url?: string | undefined } | undefined;
  profiles: { network: string; url: string }[];
  email: string | undefined;
};

export function siteFrame({ resume, settings, sample }: PublicData): SiteFrame {
  const basics = resume?.basics;
  const profiles = (basics?.profiles ?? []).flatMap(({ network, username, url }) =>
    url !== undefined && isSafeHref(url) ? [{ network: network ?? username ?? url, url }] : [],
  );
  return {
    name: basics?.name ?? "",
    label: basics?.label ?? "",
    sample,
    // Starter content is nobody's: search engines are asked to leave it out.
    indexable: settings.indexable && !sample && resume !== null,
    accent: settings.accent,
    announcement: settings.announcement,
    profiles,
    email: basics?.email,
  };
}
