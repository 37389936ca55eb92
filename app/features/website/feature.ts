import type { ToolFeature } from "#app/ui/tool-feature.ts";

const at = (section: string) => `/WebsiteManager?section=${section}`;

export const feature: ToolFeature = {
  path: "/WebsiteManager",
  entries: [
    { title: "First steps", words: "checklist start overview", path: "/WebsiteManager" },
    { title: "Edit profile", words: "name line photo story now values", path: at("profile") },
    { title: "Order of home and about", words: "sections rooms hide", path: at("home") },
    { title: "Edit resume", words: "cv json import export pdf work", path: at("resume") },
    { title: "Navigation", words: "menu header links order", path: at("navigation") },
    { title: "Colour and faces", words: "accent fonts look theme contrast", path: at("look") },
    { title: "Announcement", words: "notice banner top bar", path: at("announcement") },
    { title: "Search engines", words: "seo title description noindex verify", path: at("seo") },
    { title: "Redirects", words: "old address moved", path: at("redirects") },
    { title: "Media library", words: "pictures files upload usage", path: at("media") },
    { title: "Contact messages", words: "inbox mail reply spam archive", path: at("inbox") },
    { title: "Visitors", words: "analytics views pages countries", path: at("analytics") },
    { title: "AI of the site", words: "model prompt price limit budget usage", path: at("ai") },
    { title: "Back-ups", words: "restore drill key download", path: at("backups") },
    { title: "Health of the site", words: "mail test disk status", path: at("health") },
  ],
};
