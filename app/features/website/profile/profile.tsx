import { Link } from "react-router";
import type { Field } from "#app/parts/forms/field.ts";
import { SchemaForm } from "#app/parts/forms/schema-form.tsx";
import type { PlainFields } from "#lib/firestore-value.ts";
import { textOf } from "#lib/text-of.ts";
import { PagesPreview } from "../pages-preview.tsx";
import { queryOf } from "../sections.ts";
import { SiteEditor } from "../site-editor.tsx";
import type { Editing } from "../site-editor.tsx";
import { pdfField, pdfPatch, pdfValue } from "./own-pdf.ts";

const fields: readonly Field[] = [
  {
    kind: "text",
    name: "tagline",
    label: "Your line",
    help: "One sentence under your name on the home page. Without it your title of the resume stands there.",
    maxLength: 300,
  },
  { kind: "picture", name: "photo", label: "Photo", help: "On the about page." },
  {
    kind: "rich-text",
    name: "story",
    label: "Story",
    help: "The about page in your words. Without it the summary of your resume stands there.",
  },
  {
    kind: "texts",
    name: "now",
    label: "Now",
    help: "What you do these days; the first three are on the home page.",
    maxLength: 300,
    add: "Add a line",
  },
  {
    kind: "list",
    name: "values",
    label: "What you hold on to",
    item: [
      { kind: "text", name: "title", label: "Title", maxLength: 300 },
      { kind: "area", name: "text", label: "Text" },
    ],
    itemTitle: (item) => textOf(item["title"]) || "Untitled",
    add: "Add a value",
  },
  {
    kind: "list",
    name: "uses",
    label: "What you use",
    item: [
      { kind: "text", name: "title", label: "Title", maxLength: 300 },
      { kind: "texts", name: "items", label: "Things", add: "Add a thing" },
    ],
    itemTitle: (item) => textOf(item["title"]) || "Untitled",
    add: "Add a group",
    fresh: () => ({ items: [] }),
  },
  pdfField,
];

export function Profile() {
  return (
    <SiteEditor
      id="profile"
      name="Your profile"
      labels={fields}
      lead={
        <>
          What you say of yourself beyond the resume. Your name, title and addresses are in the{" "}
          <Link to={{ search: queryOf("resume") }}>resume</Link>.
        </>
      }
      Form={Form}
      Preview={Preview}
    />
  );
}

function Form({ fields: value, change, problems }: Editing) {
  return (
    <SchemaForm
      fields={fields}
      value={pdfValue(value)}
      onChange={(patch) => change(pdfPatch(patch))}
      problems={problems}
    />
  );
}

function Preview({ fields: value }: { fields: PlainFields }) {
  return <PagesPreview id="profile" fields={value} pages={["home", "about"]} />;
}
