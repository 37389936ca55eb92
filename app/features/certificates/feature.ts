import type { ToolFeature } from "#app/ui/tool-feature.ts";

export const feature: ToolFeature = {
  path: "/EditCertificates",
  entries: [
    { title: "New certificate", words: "add diploma course", path: "/EditCertificates?act=new" },
    {
      title: "Trash of certificates",
      words: "deleted restore",
      path: "/EditCertificates?view=trash",
    },
  ],
};
