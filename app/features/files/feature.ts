import type { ToolFeature } from "#app/ui/tool-feature.ts";

export const feature: ToolFeature = {
  path: "/FileStorageApp",
  entries: [
    { title: "Upload files", words: "storage add new document", path: "/FileStorageApp" },
    { title: "Recent files", words: "storage last changed", path: "/FileStorageApp?view=recent" },
    {
      title: "Trash of your files",
      words: "storage deleted restore",
      path: "/FileStorageApp?view=trash",
    },
  ],
};
