import { takeOver } from "#app/ui/handed-over.ts";
import type { ToolDraft } from "#app/ui/tool-feature.ts";

/** What was handed over, as one would type it; empty: nothing was. */
export function takeLine(): string {
  const draft = takeOver("todo");
  return draft === undefined ? "" : lineOf(draft);
}

/** The field has one line, and what stands behind ` //` are notes. */
export function lineOf({ title, text, due = "" }: ToolDraft): string {
  const [name, notes] = [title, text].map((words) => words.replaceAll(/\s+/g, " ").trim());
  const line = [name, /^\d{4}-\d\d-\d\d$/.test(due) ? due : ""].filter(Boolean).join(" ");
  return notes === "" ? line : `${line} // ${notes}`;
}
