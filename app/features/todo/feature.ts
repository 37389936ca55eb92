import type { ToolFeature } from "#app/ui/tool-feature.ts";

export const feature: ToolFeature = {
  path: "/AdvancedTodoList",
  entries: [
    { title: "Show what is due today", words: "todo task overdue", path: "/AdvancedTodoList" },
    {
      title: "Show upcoming tasks",
      words: "todo calendar week",
      path: "/AdvancedTodoList?view=upcoming",
    },
  ],
  createFrom: { kind: "todo", path: "/AdvancedTodoList#draft" },
};
