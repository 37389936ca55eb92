/** Where addresses lead that have no page any more: the owner's own, and those that moved projects left behind. */
import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { Field } from "#app/parts/forms/field.ts";
import { SchemaForm } from "#app/parts/forms/schema-form.tsx";
import { redirectOf, siteRedirects } from "#lib/documents/redirects.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { pages } from "#lib/pages.ts";
import { textOf } from "#lib/text-of.ts";
import { trimSlashes } from "#lib/trim-slashes.ts";
import { SiteEditor } from "../site-editor.tsx";
import type { Editing } from "../site-editor.tsx";

const fields: readonly Field[] = [
  {
    kind: "list",
    name: "list",
    label: "Redirects",
    item: [
      { kind: "text", name: "from", label: "Old path", placeholder: "/old-page", maxLength: 300 },
      {
        kind: "text",
        name: "to",
        label: "Leads to",
        placeholder: "/about",
        help: "A path on this site, or a whole https address.",
        maxLength: 2000,
      },
      {
        kind: "switch",
        name: "permanent",
        label: "For ever",
        help: "Browsers and search engines remember it.",
      },
    ],
    itemTitle: (item) =>
      `${textOf(item["from"]) || "…"} → ${textOf(item["to"]) || "…"}${item["auto"] === true ? " (moved by itself)" : ""}`,
    add: "Add a redirect",
    fresh: () => ({ from: "", to: "", permanent: true }),
  },
];

export function Redirects() {
  return (
    <SiteEditor
      id="redirects"
      name="The redirects"
      labels={fields}
      lead="When the address of a project changes, the old one leads to the new one by itself. Pages that are there always come first."
      Form={Form}
    />
  );
}

function Form({ fields: value, change, problems }: Editing) {
  return (
    <>
      <TryPath fields={value} />
      <SchemaForm fields={fields} value={value} onChange={change} problems={problems} />
    </>
  );
}

function TryPath({ fields: value }: { fields: PlainFields }) {
  const [path, setPath] = useState("");
  return (
    <div className="website-try">
      <TextInput
        label="Try a path"
        placeholder="/old-page"
        value={path}
        onChange={({ currentTarget }) => setPath(currentTarget.value.trim())}
      />
      <output>{path === "" ? "" : whereTo(value, path)}</output>
    </div>
  );
}

function whereTo(value: PlainFields, path: string): string {
  if (!path.startsWith("/")) return "A path begins with a slash.";
  const clean = trimSlashes(path);
  if (pages.some((page) => page.path.toLowerCase() === clean.toLowerCase())) {
    return "A page of the site: it is shown, whatever redirects say.";
  }
  const read = siteRedirects.safeParse(value);
  if (!read.success) return "Repair the redirects below first.";
  const found = redirectOf(read.data.list, path);
  if (found === undefined) return "No redirect: visitors are led to the home page.";
  return `Leads to ${found.to}${found.permanent ? "" : ", for now"}.`;
}
