import type { ToolFeature } from "#app/ui/tool-feature.ts";

export const feature: ToolFeature = {
  path: "/EditProjects",
  entries: [
    { title: "New project", words: "add write draft", path: "/EditProjects?act=new" },
    {
      title: "Import projects from GitHub",
      words: "repository repositories",
      path: "/EditProjects?act=import",
    },
    { title: "Trash of projects", words: "deleted restore", path: "/EditProjects?view=trash" },
  ],
};
