import type { Field } from "#app/parts/forms/field.ts";
import { SchemaForm } from "#app/parts/forms/schema-form.tsx";
import { SiteEditor } from "../site-editor.tsx";
import type { Editing } from "../site-editor.tsx";

const fields: readonly Field[] = [
  {
    kind: "group",
    name: "announcement",
    label: "Announcement",
    help: "One line above the header of every page. Empty: there is none.",
    fields: [
      // More would fill a phone before anything else is seen.
      { kind: "text", name: "text", label: "Text", maxLength: 120 },
      {
        kind: "href",
        name: "url",
        label: "Where it leads",
        help: "A page of this site such as /contact, or a whole address. Empty: nowhere.",
      },
    ],
  },
];

export function Announcement() {
  return (
    <SiteEditor
      id="settings"
      name="The announcement"
      labels={fields}
      lead="Stands above every page until you take it away. It is published together with the look of the site and whether search engines may list it."
      Form={Form}
    />
  );
}

function Form({ fields: value, change, problems }: Editing) {
  return (
    <>
      <AsItWillBe fields={value} />
      <SchemaForm
        fields={fields}
        value={value}
        problems={problems}
        onChange={(patch) => change(withoutEmpty(patch))}
      />
    </>
  );
}

/** An announcement without words is none. */
function withoutEmpty(patch: Record<string, unknown>): Record<string, unknown> {
  const { text, url } = (patch["announcement"] ?? {}) as { text?: unknown; url?: unknown };
  return !text && !url ? { ...patch, announcement: undefined } : patch;
}

function AsItWillBe({ fields: value }: { fields: Editing["fields"] }) {
  const { text, url } = (value["announcement"] ?? {}) as { text?: unknown; url?: unknown };
  return (
    <aside className="website-notice" aria-label="Preview of the announcement">
      <p>
        {typeof text !== "string" || text === "" ? (
          <span className="faint">There is no announcement.</span>
        ) : url ? (
          <u>{text}</u>
        ) : (
          text
        )}
      </p>
    </aside>
  );
}
