/** What stored documents and drafts hold where a text is looked for; "" for what is none. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
