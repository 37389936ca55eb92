/** What search engines and link previews are told of the site. */
import type { Field } from "#app/parts/forms/field.ts";
import { SchemaForm } from "#app/parts/forms/schema-form.tsx";
import { verifiers } from "#lib/documents/seo.ts";
import { pages } from "#lib/pages.ts";
import { SiteEditor } from "../site-editor.tsx";
import type { Editing } from "../site-editor.tsx";

const found = pages.filter(
  ({ access, built, group }) => access === "visitor" && built && group !== "account",
);

const verifierTitles: Readonly<Record<string, string>> = verifiers;

const settingsFields: readonly Field[] = [
  {
    kind: "switch",
    name: "indexable",
    label: "Let search engines list this site",
    help: "Off: every page asks them to leave it out. Starter content is never listed.",
  },
];

const fields: readonly Field[] = [
  {
    kind: "list",
    name: "pages",
    label: "Single pages",
    help: "What you leave out here, the content says by itself.",
    item: [
      {
        kind: "text",
        name: "path",
        label: "Page",
        help: "Its path, such as /about or /project/atlas.",
        suggestions: found.map(({ path }) => path),
      },
      { kind: "text", name: "title", label: "Title", maxLength: 120 },
      { kind: "area", name: "description", label: "Description", maxLength: 300 },
      {
        kind: "switch",
        name: "noindex",
        label: "Keep it out",
        help: "Of search engines, the sitemap and the files for programs. Whoever has the address still sees it.",
      },
    ],
    itemTitle: (item) => (typeof item["path"] === "string" && item["path"]) || "New page",
    add: "Add a page",
    fresh: () => ({ path: "", noindex: false }),
  },
  {
    kind: "picture",
    name: "picture",
    label: "Picture beside links",
    help: "In place of the one that the server draws, for all pages but those of projects. Best 1200 by 630.",
  },
  {
    kind: "list",
    name: "verification",
    label: "Proof that the site is yours",
    item: [
      {
        kind: "select",
        name: "name",
        label: "For",
        options: Object.entries(verifiers).map(([value, label]) => ({ value, label })),
      },
      {
        kind: "text",
        name: "content",
        label: "Code",
        help: 'What stands in content="…" of the tag that they give you.',
        maxLength: 200,
      },
    ],
    itemTitle: ({ name }) => (typeof name === "string" && verifierTitles[name]) || "New proof",
    add: "Add a proof",
    fresh: () => ({ name: "google-site-verification", content: "" }),
  },
];

export function Seo() {
  return (
    <>
      <SiteEditor
        id="settings"
        name="Whether it is listed"
        labels={settingsFields}
        lead="This switch is published together with the look of the site and its announcement; what stands below, by itself."
        Form={Listed}
      />
      <h3 className="website-part">What they are told</h3>
      <SiteEditor id="seo" name="What search engines are told" labels={fields} Form={Told} />
    </>
  );
}

function Listed({ fields: value, change, problems }: Editing) {
  // Without a stored one it may be.
  const shown = { ...value, indexable: value["indexable"] !== false };
  return <SchemaForm fields={settingsFields} value={shown} onChange={change} problems={problems} />;
}

function Told({ fields: value, change, problems }: Editing) {
  return <SchemaForm fields={fields} value={value} onChange={change} problems={problems} />;
}
