import { profileLinks } from "#lib/documents/profile-links.ts";
import type { ProfileLink } from "#lib/documents/profile-links.ts";
import type { PublicData, SampleShare } from "#lib/server-backend.ts";

/** What the frame around every page shows. */
export type SiteFrame = {
  name: string;
  sample: SampleShare;
  accent: string | undefined;
  announcement: { text: string; url?: string | undefined } | undefined;
  profiles: ProfileLink[];
  email: string | undefined;
};

export function siteFrame({ resume, settings, sample }: PublicData): SiteFrame {
  const basics = resume?.basics;
  return {
    name: basics?.name ?? "",
    sample,
    accent: settings.accent,
    announcement: settings.announcement,
    profiles: profileLinks(resume),
    email: basics?.email,
  };
}
