import type { ToolFeature } from "#app/ui/tool-feature.ts";

export const feature: ToolFeature = {
  path: "/UserManagement",
  entries: [
    {
      title: "Find a user",
      words: "accounts people roles disable delete",
      path: "/UserManagement",
    },
    {
      title: "Invites and sign-up",
      words: "invite link policy open closed",
      path: "/UserManagement?tab=invites",
    },
    { title: "Audit log", words: "history who did what", path: "/UserManagement?tab=audit" },
    { title: "Jobs of the server", words: "failed retry", path: "/UserManagement?tab=jobs" },
    { title: "Waiting mail", words: "outbox", path: "/UserManagement?tab=mail" },
    {
      title: "Permissions",
      words: "rules who may what matrix",
      path: "/UserManagement?tab=permissions",
    },
  ],
};
