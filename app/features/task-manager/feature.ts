import type { ToolFeature } from "#app/ui/tool-feature.ts";

export const feature: ToolFeature = {
  path: "/TaskManager",
  entries: [
    {
      title: "Make a new board",
      words: "kanban cards task project",
      path: "/TaskManager?view=new",
    },
  ],
  createFrom: { kind: "card", path: "/TaskManager" },
};
