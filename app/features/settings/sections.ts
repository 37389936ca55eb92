/** What Settings has, in its order; each has an address of its own: `/Settings#security`. */
export const sections = [
  { id: "profile", title: "Profile" },
  { id: "email", title: "E-mail" },
  { id: "security", title: "Security" },
  { id: "notifications", title: "Notifications" },
  { id: "appearance", title: "Theme and keys" },
  { id: "ai", title: "AI" },
  { id: "tokens", title: "AI tokens" },
  { id: "privacy", title: "Privacy" },
  { id: "data", title: "Your data" },
] as const;

export type SectionId = (typeof sections)[number]["id"];

/** Of an address's hash; the first one for a hash that is none of them. */
export function sectionOf(hash: string): SectionId {
  const id = hash.replace(/^#/, "");
  return sections.find((section) => section.id === id)?.id ?? "profile";
}
