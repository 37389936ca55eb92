/** What the tab of the wishlist says of wishes; the rest is parts/content-editor. */
import type {
  ContentSection,
  ContentToolFacts,
} from "#app/parts/content-editor/content-tool-facts.ts";
import { tagsOf } from "#app/parts/content-editor/filter-items.ts";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { SkeletonForm, SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { calendarDayOf } from "#app/parts/tool-frame/when.ts";
import type { ContentItem } from "#lib/content/item.ts";
import { weekdays, wishStatuses } from "#lib/documents/food-wish.ts";
import { statusWords } from "#lib/food/food-words.ts";
import { placeField } from "./place-field.ts";
import { VisitAct } from "./visit-act.tsx";

const Preview = latePart(
  async () => (await import("./wish-preview.tsx")).WishPreview,
  <SkeletonForm fields={5} />,
);
const VisitMany = latePart(async () => (await import("./visit-many.tsx")).VisitMany, null);
const Import = latePart(
  async () => (await import("./takeout-import.tsx")).TakeoutImport,
  <SkeletonRows rows={3} />,
);

const statuses = wishStatuses.map((value) => ({ value, label: statusWords[value] }));
const priorities = [
  { value: "high", label: "High" },
  { value: "normal", label: "Normal" },
  { value: "low", label: "Low" },
];

export const wishTool: ContentToolFacts = {
  kind: "foodWishlist",
  title: "Edit food wishlist",
  one: "wish",
  many: "wishes",
  about:
    "Places and dishes that you mean to try. One that you have been to becomes a draft of a post in one step. What you write is saved as a draft, and nobody sees it before you publish it.",
  sort: "wanted",
  sorts: [
    { value: "wanted", label: "Most wanted" },
    { value: "edited", label: "Last edited" },
    { value: "title", label: "Title" },
  ],
  tag: "Tag",
  searched: "Title, place or tag",
  canFeature: false,
  selects: [
    {
      name: "status",
      label: "Status",
      all: "All statuses",
      options: statuses,
      has: ({ status = "want" }, value) => status === value,
    },
    {
      name: "priority",
      label: "Priority",
      all: "All priorities",
      options: priorities,
      has: ({ priority = "normal" }, value) => priority === value,
    },
  ],
  sectionsOf,
  detailOf,
  Preview,
  Import,
  importName: "Import from Google Maps",
  ItemAct: VisitAct,
  BulkAct: VisitMany,
};

function detailOf(item: ContentItem): string {
  const { status = "want", priority = "normal", where, source, plannedFor, visitedOn } = item;
  const day = status === "visited" ? visitedOn : status === "planned" ? plannedFor : undefined;
  const name = statuses.find(({ value }) => value === status)?.label ?? status;
  return [
    day ? `${name} ${calendarDayOf(day)}` : name,
    status === "visited" || priority === "normal" ? "" : `${priority} priority`,
    where,
    source && `from ${source}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

const days = weekdays.map((value) => ({
  value,
  label: value.slice(0, 1).toUpperCase() + value.slice(1),
}));

function sectionsOf(others: readonly ContentItem[]): readonly ContentSection[] {
  return [
    {
      title: "What it is",
      fields: [
        { kind: "text", name: "title", label: "Title", maxLength: 200 },
        {
          kind: "select",
          name: "kind",
          label: "Kind",
          options: [
            { value: "place", label: "A place to go to" },
            { value: "dish", label: "A dish to try" },
          ],
        },
        { kind: "select", name: "status", label: "Status", options: statuses },
        { kind: "select", name: "priority", label: "Priority", options: priorities },
        { kind: "date", name: "plannedFor", label: "Planned for" },
        { kind: "date", name: "visitedOn", label: "Visited on" },
        {
          kind: "words",
          name: "tags",
          label: "Tags",
          maxLength: 60,
          suggestions: tagsOf(others),
          help: "Cuisine and the like.",
        },
        {
          kind: "area",
          name: "notes",
          label: "Notes",
          maxLength: 2000,
          help: "Visitors see them once the wish is published.",
        },
      ],
    },
    {
      title: "Where",
      fields: [
        placeField(),
        { kind: "choices", name: "closedOn", label: "Closed on", options: days },
      ],
    },
    {
      title: "More",
      fields: [
        {
          kind: "group",
          name: "source",
          label: "Source",
          help: "Who or what said that it is good.",
          fields: [
            { kind: "text", name: "label", label: "Name", maxLength: 120 },
            {
              kind: "href",
              name: "url",
              label: "Link",
              maxLength: 2000,
              placeholder: "https://…",
            },
          ],
        },
        { kind: "picture", name: "image", label: "Picture" },
      ],
    },
  ];
}
