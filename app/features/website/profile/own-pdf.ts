/** The document says the PDF's stored name, the form its address: from one to the other. */
import type { Field } from "#app/parts/forms/field.ts";
import { storedNameOf } from "#lib/content/content-media.ts";
import { draftAddress } from "#lib/draft-address.ts";
import { fileAddress } from "#lib/file-address.ts";

export const pdfField: Field = {
  kind: "file",
  name: "resumePdf",
  label: "Your own PDF of the resume",
  help: "In place of the one that the server makes, at /resume.pdf. At most 20 MB.",
};

type Fields = Readonly<Record<string, unknown>>;

export function pdfValue(fields: Fields): Fields {
  const { name } = (fields["resumePdf"] ?? {}) as { name?: unknown };
  if (typeof name !== "string") return fields;
  const src = name.startsWith("drafts/") ? draftAddress(name) : fileAddress(name);
  return { ...fields, resumePdf: src === undefined ? undefined : { src, bytes: 0 } };
}

export function pdfPatch(patch: Record<string, unknown>): Record<string, unknown> {
  if (!("resumePdf" in patch)) return patch;
  const { src } = (patch["resumePdf"] ?? {}) as { src?: unknown };
  const name = typeof src === "string" ? storedNameOf(src) : undefined;
  return { ...patch, resumePdf: name === undefined ? undefined : { name } };
}
