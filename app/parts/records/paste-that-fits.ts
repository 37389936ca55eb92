import type { ClipboardEvent } from "react";
import { tellRefusal } from "#app/parts/tool-frame/toasts.ts";

/** A browser would cut silently what is longer than a field has room for: then nothing is pasted, and it is said. */
export function pasteThatFits(event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  const { currentTarget: field, clipboardData } = event;
  const pasted = clipboardData.getData("text/plain").length;
  const replaced = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0);
  const left = field.maxLength - field.value.length + replaced;
  if (pasted <= left) return;
  event.preventDefault();
  const count = (letters: number) => letters.toLocaleString("en");
  tellRefusal(
    `Nothing was pasted: it has ${count(pasted)} letters, and there is room for ${count(left)} more.`,
  );
}
