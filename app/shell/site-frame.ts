import { usualFontPair } from "#lib/documents/fonts.ts";
import type { ShownGroup } from "#lib/documents/navigation.ts";
import { profileLinks } from "#lib/documents/profile-links.ts";
import type { ProfileLink } from "#lib/documents/profile-links.ts";
import type { PublicData, SampleShare } from "#lib/server-backend.ts";
import { shownNavigation } from "#lib/shown-navigation.ts";
import { fontFaces } from "./font-faces.ts";

/** What the frame around every page shows. */
export type SiteFrame = {
  name: string;
  sample: SampleShare;
  /** What the owner's colour and faces add to the style sheet; empty for the usual ones. */
  style: string;
  /** Addresses of the font files that every page needs. */
  fonts: string[];
  navigation: ShownGroup[];
  /** By path: those that the owner has put in the place of the pages' own. */
  titles: Record<string, string>;
  announcement: { text: string; url?: string | undefined } | undefined;
  profiles: ProfileLink[];
  email: string | undefined;
};

export function siteFrame(data: PublicData): SiteFrame {
  const { resume, settings, sample, navigation, seo } = data;
  const basics = resume?.basics;
  const { files, css } = fontFaces[settings.fonts ?? usualFontPair];
  const { accent = "" } = settings;
  return {
    name: basics?.name ?? "",
    sample,
    style: (isColor(accent) ? `:root{--accent-source:${accent}}` : "") + css,
    fonts: files,
    navigation: shownNavigation(navigation),
    titles: Object.fromEntries(
      (seo?.pages ?? []).flatMap(({ path, title }) => (title ? [[path, title]] : [])),
    ),
    announcement: settings.announcement,
    profiles: profileLinks(resume),
    email: basics?.email,
  };
}

/** It is written into the style sheet as it is. */
function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}
