import type { ToolFeature } from "#app/ui/tool-feature.ts";

export const feature: ToolFeature = {
  path: "/FileStorageApp",
  entries: [
    { title: "Upload files", words: "storage add new document", path: "/FileStorageApp" },
    { title: "Recent files", words: "storage last changed", path: "/FileStorageApp?view=recent" },
    { title: "Starred files", words: "storage often", path: "/FileStorageApp?view=starred" },
    {
      title: "Files shared with you",
      words: "storage folders of others invites",
      path: "/FileStorageApp?view=shared",
    },
    {
      title: "Share links of your files",
      words: "storage public download",
      path: "/FileStorageApp?view=links",
    },
    {
      title: "Space of your files",
      words: "storage quota full big double",
      path: "/FileStorageApp?view=space",
    },
    {
      title: "Trash of your files",
      words: "storage deleted restore",
      path: "/FileStorageApp?view=trash",
    },
  ],
};
