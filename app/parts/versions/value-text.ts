/** A value of a document in words, for who has to choose between two of them. */
import { toPlainText } from "#lib/rich-text/plain-text.ts";
import { readRichText } from "#lib/rich-text/read.ts";

export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) {
    const isPlain = value.every((entry) => typeof entry === "string");
    return value.map(valueText).join(isPlain ? ", " : "\n");
  }
  if (typeof value !== "object") return "";
  const group = value as Record<string, unknown>;
  if (group["type"] === "doc") return toPlainText(readRichText(group));
  if (typeof group["src"] === "string") return pictureText(group["src"], group["alt"]);
  return Object.values(group).map(valueText).filter(Boolean).join(", ");
}

/** A picture is known by what it shows; without that by its file. */
function pictureText(src: string, alt: unknown): string {
  if (typeof alt === "string" && alt.trim() !== "") return `Picture: ${alt}`;
  const file = src
    .split("?")[0]!
    .split("/")
    .findLast((part) => part.includes("."));
  return `File: ${file ?? src}`;
}
