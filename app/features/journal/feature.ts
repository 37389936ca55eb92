import type { ToolFeature } from "#app/ui/tool-feature.ts";

export const feature: ToolFeature = {
  path: "/AdvancedJournal",
  entries: [
    { title: "Show the journal", words: "diary entries day", path: "/AdvancedJournal" },
    {
      title: "Show what was on this day",
      words: "journal diary years ago memories",
      path: "/AdvancedJournal?view=today",
    },
    {
      title: "Show the journal's calendar",
      words: "diary month mood",
      path: "/AdvancedJournal?view=calendar",
    },
  ],
  createFrom: { kind: "journal", path: "/AdvancedJournal" },
};
