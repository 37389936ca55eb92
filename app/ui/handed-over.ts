/** What one tool hands to another, in the memory of this tab alone: words of a private journal may be among it. */
import { useState } from "react";
import type { ToolDraft } from "./tool-feature.ts";

let held: ToolDraft | undefined;

/** In place of what nobody took. */
export function handOver(draft: ToolDraft | undefined): void {
  held = draft;
}

/** Gives it once. */
export function takeOver(kind: ToolDraft["kind"]): ToolDraft | undefined {
  const draft = heldOver(kind);
  if (draft !== undefined) held = undefined;
  return draft;
}

function heldOver(kind: ToolDraft["kind"]): ToolDraft | undefined {
  return held?.kind === kind ? held : undefined;
}

/** Of a dialog that asks where to: until it is closed it is there, also where a lock comes in between. */
export function useHandedOver(
  kind: ToolDraft["kind"],
): [draft: ToolDraft | undefined, close: () => void] {
  const [draft, setDraft] = useState(() => heldOver(kind));
  const close = () => {
    takeOver(kind);
    setDraft(undefined);
  };
  return [draft, close];
}
