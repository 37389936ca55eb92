/** What /AdminLeetCodeView says of problems; the rest is parts/content-editor. */
import type {
  ContentSection,
  ContentToolFacts,
} from "#app/parts/content-editor/content-tool-facts.ts";
import { tagsOf } from "#app/parts/content-editor/filter-items.ts";
import type { Field } from "#app/parts/forms/field.ts";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { SkeletonForm, SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { whenOf } from "#app/parts/tool-frame/when.ts";
import type { ContentItem } from "#lib/content/item.ts";
import { languageName } from "#lib/leetcode/language-name.ts";
import { textOf } from "#lib/text-of.ts";
import { difficulties, difficultyWord } from "./difficulty.ts";

const Preview = latePart(
  async () => (await import("./problem-preview.tsx")).ProblemPreview,
  <SkeletonForm fields={5} />,
);
const Import = latePart(
  async () => (await import("./problem-import.tsx")).ProblemImport,
  <SkeletonRows rows={3} />,
);
const NotesAct = latePart(async () => (await import("./notes-act.tsx")).NotesAct, null);

/** As LeetCode calls them. */
const languages = [
  "python3",
  "python",
  "cpp",
  "c",
  "java",
  "csharp",
  "golang",
  "javascript",
  "typescript",
  "kotlin",
  "rust",
  "ruby",
  "scala",
  "swift",
  "php",
  "dart",
  "bash",
  "mysql",
  "mssql",
  "oraclesql",
  "postgresql",
  "pythondata",
];

export const problemTool: ContentToolFacts = {
  kind: "problems",
  title: "LeetCode admin",
  one: "problem",
  many: "problems",
  about:
    "Problems that you have solved, with your code: the LeetCode page lists them. What you write is saved as a draft, and nobody sees it before you publish it.",
  sort: "edited",
  sorts: [
    { value: "edited", label: "Last edited" },
    { value: "title", label: "Title" },
  ],
  tag: "Category",
  searched: "Title or category",
  canFeature: false,
  selects: [
    {
      name: "difficulty",
      label: "Difficulty",
      all: "All difficulties",
      options: [...difficulties, { value: "none", label: "Not said" }],
      has: ({ difficulty = "none" }, value) => difficulty === value,
    },
    {
      name: "language",
      label: "Language",
      all: "All languages",
      options: languagesOf,
      has: ({ languages: own = [] }, value) =>
        value === "none"
          ? own.length === 0
          : own.some((language) => languageName(language) === languageName(value)),
    },
  ],
  sectionsOf,
  detailOf,
  Preview,
  Import,
  importName: "Import",
  ItemAct: NotesAct,
};

/** Those that there are, each name once; what is chosen is one of them, also when its last solution is gone. */
function languagesOf(items: readonly ContentItem[], chosen: string) {
  const own = items.flatMap(({ languages: stored = [] }) => stored);
  if (chosen !== "" && chosen !== "none") own.push(chosen);
  const byName = new Map(own.map((language) => [languageName(language), language]));
  const known = [...byName].map(([label, value]) => ({ value, label }));
  return [
    ...known.toSorted((a, b) => a.label.localeCompare(b.label, "en")),
    { value: "none", label: "No solution" },
  ];
}

function detailOf(item: ContentItem): string {
  const { difficulty, tags = [], languages: own = [], editedAt, editedByName } = item;
  const by = editedByName ? ` by ${editedByName}` : "";
  return [
    difficulty && difficultyWord(difficulty),
    tags.slice(0, 3).join(", "),
    own.length === 0 ? "no solution" : own.map(languageName).join(", "),
    editedAt === undefined ? "" : `edited ${whenOf(editedAt)}${by}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

const solutionFields: readonly Field[] = [
  {
    kind: "text",
    name: "language",
    label: "Language",
    maxLength: 60,
    placeholder: "python3",
    suggestions: languages,
  },
  {
    kind: "text",
    name: "label",
    label: "Label",
    maxLength: 120,
    help: "What sets it apart from others in its language.",
    placeholder: "two pointers",
  },
  { kind: "area", name: "code", label: "Code", maxLength: 100_000 },
  { kind: "text", name: "time", label: "Time", maxLength: 60, placeholder: "O(n log n)" },
  { kind: "text", name: "space", label: "Space", maxLength: 60, placeholder: "O(1)" },
  {
    kind: "area",
    name: "note",
    label: "Note",
    maxLength: 2000,
    help: "Visitors see it once the problem is published.",
  },
  { kind: "date", name: "solvedOn", label: "Solved on" },
];

function sectionsOf(others: readonly ContentItem[]): readonly ContentSection[] {
  return [
    {
      title: "What it is",
      fields: [
        { kind: "text", name: "title", label: "Title", maxLength: 200 },
        {
          kind: "href",
          name: "link",
          label: "Link",
          maxLength: 2000,
          placeholder: "https://leetcode.com/problems/two-sum/",
        },
        { kind: "number", name: "number", label: "Number", min: 1, step: 1 },
        {
          kind: "select",
          name: "difficulty",
          label: "Difficulty",
          none: "Not said",
          options: difficulties,
        },
        {
          kind: "words",
          name: "categories",
          label: "Categories",
          maxLength: 60,
          suggestions: tagsOf(others),
        },
      ],
    },
    {
      title: "Solutions",
      fields: [
        {
          kind: "list",
          name: "solutions",
          label: "Solutions",
          item: solutionFields,
          itemTitle: titleOfSolution,
          add: "Add a solution",
          fresh: () => ({ language: "", code: "" }),
        },
      ],
    },
  ];
}

function titleOfSolution(solution: Record<string, unknown>): string {
  const language = textOf(solution["language"]).trim();
  const name = language === "" ? "" : languageName(language);
  return [name, textOf(solution["label"])].filter(Boolean).join(", ") || "New solution";
}
