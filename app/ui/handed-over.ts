/** What one tool hands to another, in the memory of this tab alone: words of a private journal may be among it. */
import type { ToolDraft } from "./tool-feature.ts";

let held: ToolDraft | undefined;

/** In place of what nobody took. */
export function handOver(draft: ToolDraft | undefined): void {
  held = draft;
}

/** Gives it once. */
export function takeOver(kind: ToolDraft["kind"]): ToolDraft | undefined {
  if (held?.kind !== kind) return undefined;
  const draft = held;
  held = undefined;
  return draft;
}
