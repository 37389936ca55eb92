import type { ToolFeature } from "#app/ui/tool-feature.ts";

export const feature: ToolFeature = {
  path: "/Chat",
  entries: [
    { title: "Write to somebody", words: "chat direct message dm", path: "/Chat?make=new" },
    { title: "Write to the owner", words: "chat message contact", path: "/Chat?make=owner" },
    { title: "New AI chat", words: "chat ask ai assistant", path: "/Chat?make=ai" },
    { title: "Public rooms", words: "chat join channel group", path: "/Chat?view=browse" },
  ],
};
