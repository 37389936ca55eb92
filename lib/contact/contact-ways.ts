/** How the owner can be reached without the form: what the contact page and its mirror say. */
import { countryName } from "../country-name.ts";
import { profileLinks } from "../documents/profile-links.ts";
import type { ResumeDocument } from "../documents/resume.ts";
import { telephone } from "../telephone.ts";

export type Way = { label: string; links: { text: string; url: string | undefined }[] };

/** Of the place the town, the region and the country: the street is for those who read the resume. */
export function contactWays(resume: ResumeDocument | null): Way[] {
  const { email = "", phone = "", location } = resume?.basics ?? {};
  const { city, region, countryCode = "" } = location ?? {};
  const place = [city, region, countryName(countryCode)].filter(Boolean);
  const ways: Way[] = [
    { label: "E-mail", links: email ? [{ text: email, url: `mailto:${email}` }] : [] },
    { label: "Phone", links: phone ? [{ text: phone, url: telephone(phone) }] : [] },
    {
      label: "Elsewhere",
      links: profileLinks(resume).map(({ label, url }) => ({ text: label, url })),
    },
    {
      label: "Place",
      links: place.length > 0 ? [{ text: place.join(", "), url: undefined }] : [],
    },
  ];
  return ways.filter(({ links }) => links.length > 0);
}
