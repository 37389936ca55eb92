import type { ToolFeature } from "#app/ui/tool-feature.ts";

export const feature: ToolFeature = {
  path: "/FileStorageApp",
  entries: [{ title: "Upload files", words: "storage add new document", path: "/FileStorageApp" }],
};
