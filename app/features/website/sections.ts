/** What the website manager has, in its order; each has an address of its own: `/WebsiteManager?section=look`. */
export const sections = [
  { id: "overview", title: "Overview", group: "start" },
  { id: "profile", title: "Profile", group: "site" },
  { id: "home", title: "Home and about", group: "site" },
  { id: "resume", title: "Resume", group: "site" },
  { id: "navigation", title: "Navigation", group: "site" },
  { id: "look", title: "Look", group: "site" },
  { id: "announcement", title: "Announcement", group: "site" },
  { id: "seo", title: "Search engines", group: "site" },
  { id: "redirects", title: "Redirects", group: "site" },
  { id: "media", title: "Media", group: "site" },
  { id: "inbox", title: "Inbox", group: "run" },
  { id: "analytics", title: "Analytics", group: "run" },
  { id: "ai", title: "AI", group: "run" },
  { id: "backups", title: "Back-ups", group: "run" },
  { id: "health", title: "Health", group: "run" },
] as const;

export type SectionId = (typeof sections)[number]["id"];

/** Of an address's query; the first one for what is none of them. */
export function sectionOf(query: string): SectionId {
  const id = new URLSearchParams(query).get("section");
  return sections.find((section) => section.id === id)?.id ?? "overview";
}

/** Of the address. */
export function queryOf(id: SectionId): string {
  return id === "overview" ? "" : `?section=${id}`;
}
