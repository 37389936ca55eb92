/** What /EditProjects says of projects; the rest is parts/content-editor. */
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
import { textOf } from "#lib/text-of.ts";

const Preview = latePart(
  async () => (await import("./project-preview.tsx")).ProjectPreview,
  <SkeletonForm fields={5} />,
);
const Import = latePart(
  async () => (await import("./github-import.tsx")).GithubImport,
  <SkeletonRows rows={3} />,
);

export const projectTool: ContentToolFacts = {
  kind: "projects",
  title: "Edit projects",
  one: "project",
  many: "projects",
  about:
    "What you have made is shown here: each project has a card on the projects page and a page of its own. What you write is saved as a draft, and nobody sees it before you publish it.",
  sort: "order",
  sorts: [
    { value: "order", label: "Your order" },
    { value: "edited", label: "Last edited" },
    { value: "title", label: "Title" },
  ],
  tag: "Tag",
  searched: "Title, address or tag",
  canFeature: true,
  sectionsOf,
  detailOf,
  Preview,
  Import,
  importName: "Import from GitHub",
};

function detailOf({ slug, tags = [], editedAt, editedByName }: ContentItem): string {
  const edited = editedAt === undefined ? "" : `edited ${whenOf(editedAt)}`;
  const by = editedAt === undefined || !editedByName ? "" : ` by ${editedByName}`;
  return [slug, tags.slice(0, 3).join(", "), edited + by].filter(Boolean).join(" · ");
}

const linkFields: readonly Field[] = [
  { kind: "text", name: "label", label: "Words", maxLength: 120, placeholder: "Source code" },
  { kind: "href", name: "url", label: "Address", maxLength: 2000, placeholder: "https://…" },
];

function sectionsOf(others: readonly ContentItem[]): readonly ContentSection[] {
  const tags = tagsOf(others);
  return [
    {
      title: "What it is",
      fields: [
        { kind: "text", name: "title", label: "Title", maxLength: 200 },
        {
          kind: "slug",
          name: "slug",
          label: "Address",
          maxLength: 80,
          help: "Its page is at /project/ and this. Changed later, the old address leads to the new one.",
        },
        {
          kind: "area",
          name: "summary",
          label: "Summary",
          maxLength: 600,
          help: "A sentence or two: on the card, in search engines and link previews.",
        },
        { kind: "words", name: "tags", label: "Tags", maxLength: 60, suggestions: tags },
      ],
    },
    {
      title: "Pictures",
      fields: [
        {
          kind: "picture",
          name: "cover",
          label: "Cover",
          help: "Large on top of its page and on its card.",
        },
        { kind: "pictures", name: "gallery", label: "Gallery", help: "Shown below the text." },
      ],
    },
    { title: "On its page", fields: [{ kind: "rich-text", name: "body", label: "Text" }] },
    {
      title: "Facts",
      fields: [
        { kind: "partial-date", name: "startDate", label: "Begun" },
        {
          kind: "partial-date",
          name: "endDate",
          label: "Finished",
          help: "Empty while it goes on.",
        },
        {
          kind: "words",
          name: "stack",
          label: "Made with",
          maxLength: 60,
          help: "Languages, materials, tools.",
        },
        {
          kind: "list",
          name: "links",
          label: "Links",
          item: linkFields,
          itemTitle: (item) => textOf(item["label"]) || textOf(item["url"]) || "New link",
          add: "Add a link",
        },
        {
          kind: "switch",
          name: "featured",
          label: "Featured",
          help: "Comes first on the home page.",
        },
      ],
    },
  ];
}
