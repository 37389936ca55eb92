import type { ToolFeature } from "#app/ui/tool-feature.ts";

const path = "/AdminLeetCodeView";

export const feature: ToolFeature = {
  path,
  entries: [
    { title: "New problem", words: "leetcode add solution write draft", path: `${path}?act=new` },
    {
      title: "Import problems",
      words: "leetcode json file slug submissions",
      path: `${path}?act=import`,
    },
    {
      title: "Duplicate problems",
      words: "leetcode merge twice",
      path: `${path}?tab=duplicates`,
    },
    {
      title: "Review problems",
      words: "leetcode repeat practice notes due",
      path: `${path}?tab=review`,
    },
    { title: "Read LeetCode now", words: "sync profile statistics", path: `${path}?tab=sync` },
    { title: "Trash of problems", words: "leetcode deleted restore", path: `${path}?view=trash` },
  ],
};
