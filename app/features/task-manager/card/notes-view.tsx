import { useMemo } from "react";
import { RichTextView } from "#app/parts/rich-text/viewer.tsx";
import { toElements } from "#lib/rich-text/elements.ts";
import { docOf } from "./notes-text.ts";

/** A description as it reads; of what is no rich text, its letters. */
export function NotesText({ notes }: { notes: string }) {
  const doc = useMemo(() => docOf(notes), [notes]);
  if (notes === "") return null;
  return (
    <div className="prose card-prose" dir="auto">
      {doc === undefined ? <p>{notes}</p> : <RichTextView doc={toElements(doc)} />}
    </div>
  );
}
