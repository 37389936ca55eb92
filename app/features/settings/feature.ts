import type { ToolFeature } from "#app/ui/tool-feature.ts";

export const feature: ToolFeature = {
  path: "/Settings",
  entries: [
    {
      title: "Change my name or picture",
      words: "profile avatar photo",
      path: "/Settings#profile",
    },
    { title: "Change my e-mail", words: "mail address verify", path: "/Settings#email" },
    {
      title: "Password, passkeys and sessions",
      words: "security two-step second factor sign out everywhere",
      path: "/Settings#security",
    },
    {
      title: "Notifications",
      words: "reminders push mail digest devices",
      path: "/Settings#notifications",
    },
    { title: "What the AI costs me", words: "limit cap usage price", path: "/Settings#ai" },
    { title: "AI tokens", words: "balance history", path: "/Settings#tokens" },
    { title: "What admins see of me", words: "privacy", path: "/Settings#privacy" },
    { title: "Export my data", words: "download zip", path: "/Settings#data" },
    { title: "Delete my account", words: "remove erase", path: "/Settings#data" },
  ],
};
