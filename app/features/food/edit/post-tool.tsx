/** What the tab of the blog says of posts; the rest is parts/content-editor. */
import type {
  ContentSection,
  ContentToolFacts,
} from "#app/parts/content-editor/content-tool-facts.ts";
import { tagsOf } from "#app/parts/content-editor/filter-items.ts";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import { calendarDayOf, whenOf } from "#app/parts/tool-frame/when.ts";
import type { ContentItem } from "#lib/content/item.ts";
import { CompareButton } from "./compare-button.tsx";
import { placeField } from "./place-field.ts";

const Preview = latePart(
  async () => (await import("./post-preview.tsx")).PostPreview,
  <SkeletonForm fields={5} />,
);

export const postTool: ContentToolFacts = {
  kind: "foodPosts",
  title: "Edit food blog",
  one: "post",
  many: "posts",
  about:
    "Where you ate, and how it was: each post has a card on the food blog and a page of its own. What you write is saved as a draft, and nobody sees it before you publish it.",
  sort: "visited",
  sorts: [
    { value: "visited", label: "Last visit" },
    { value: "taste", label: "By taste" },
    { value: "edited", label: "Last edited" },
    { value: "title", label: "Title" },
  ],
  tag: "Tag",
  searched: "Title, place or tag",
  canFeature: false,
  sectionsOf,
  detailOf,
  Preview,
  More: CompareButton,
};

function detailOf({ visitedOn, where, rating, editedAt, editedByName }: ContentItem): string {
  const by = editedByName ? ` by ${editedByName}` : "";
  return [
    visitedOn && calendarDayOf(visitedOn),
    where,
    rating === undefined ? "" : `${rating} of 5`,
    editedAt === undefined ? "" : `edited ${whenOf(editedAt)}${by}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

function sectionsOf(others: readonly ContentItem[]): readonly ContentSection[] {
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
          help: "Its page is at /foodblog/ and this. Changed later, the old address leads to the new one.",
        },
        {
          kind: "area",
          name: "summary",
          label: "Summary",
          maxLength: 600,
          help: "A sentence or two: on the card, in search engines and link previews.",
        },
        { kind: "words", name: "tags", label: "Tags", maxLength: 60, suggestions: tagsOf(others) },
      ],
    },
    {
      title: "How it was",
      fields: [
        { kind: "date", name: "visitedOn", label: "Visited on" },
        { kind: "rating", name: "rating", label: "Rating" },
        {
          kind: "money",
          name: "pricePerPerson",
          label: "Price per person",
          help: "What one pays for a meal with a drink.",
        },
        {
          kind: "select",
          name: "again",
          label: "Worth it again?",
          none: "Not said",
          options: [
            { value: "yes", label: "Yes" },
            { value: "maybe", label: "Maybe" },
            { value: "no", label: "No" },
          ],
        },
        { kind: "words", name: "dishes", label: "Dishes", maxLength: 60, help: "What was eaten." },
      ],
    },
    { title: "Where", fields: [placeField()] },
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
  ];
}
