/** The text of a template, in the editor of all texts. */
import { useMemo, useState } from "react";
import { RichTextEditor } from "#app/parts/rich-text/editor.tsx";
import type { RichTextDoc } from "#app/parts/rich-text/rich-text-doc.ts";
import { isSealedJournal } from "#lib/journal/journal-id.ts";
import { longest } from "#lib/journal/limits.ts";
import { docOf, docText } from "../entry/doc-text.ts";
import { useJournal } from "../store/journal-context.ts";
import type { JournalTemplate } from "../store/journal-store.ts";

export function TemplateEditor({ template }: { template: JournalTemplate }) {
  const { acts } = useJournal();
  const { id, journal, doc } = template;
  const [isLong, setLong] = useState(false);
  const value = useMemo(() => docOf(doc), [doc]);
  function write(next: RichTextDoc | undefined): void {
    const text = docText(next);
    setLong(text.length > longest.template);
    if (text.length <= longest.template) acts.templates.write(journal, id, "doc", text);
  }
  return (
    <div
      spellCheck={!isSealedJournal(journal)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) acts.settle();
      }}
    >
      <RichTextEditor value={value} onChange={write} label="Text of the template" media={false} />
      {isLong ? (
        <p role="alert">
          This is too long for a template: 20,000 letters are the most. What was there before stays
          kept.
        </p>
      ) : null}
    </div>
  );
}
