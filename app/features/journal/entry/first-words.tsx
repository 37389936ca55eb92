import { useEffect, useImperativeHandle, useRef, useState } from "react";
import type { Ref } from "react";
import type { RichTextDoc } from "#app/parts/rich-text/rich-text-doc.ts";
import { docOfLines, linesOf } from "./doc-text.ts";

type Props = {
  ref: Ref<HTMLTextAreaElement>;
  doc: RichTextDoc | undefined;
  takesFocus: boolean;
  spells: boolean;
  onWrite: (doc: RichTextDoc | undefined) => void;
  onLeave: () => void;
  /** Somebody is in it. */
  onEnter: () => void;
  onComposing: (isComposing: boolean) => void;
};

/** A plain field for the first words, so that nobody waits for the editor before they write. */
export function FirstWords(props: Props) {
  const { ref, doc, takesFocus, spells, onWrite, onLeave, onEnter, onComposing } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => field.current!, []);
  useEffect(() => {
    if (takesFocus) field.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  // Other devices may have written something with a form meanwhile: the editor shows it.
  const lines = linesOf(doc);
  // Of blanks alone there is no text: they stand before its first word.
  const [blanks, setBlanks] = useState("");

  return (
    <textarea
      ref={field}
      className="entry-first-words prose"
      aria-label="Text"
      placeholder="Write"
      dir="auto"
      rows={8}
      autoComplete="off"
      spellCheck={spells}
      value={doc === undefined ? blanks : (lines ?? "")}
      onFocus={onEnter}
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={() => onComposing(false)}
      onBlur={onLeave}
      onChange={({ currentTarget: { value } }) => {
        const next = docOfLines(value);
        setBlanks(next === undefined ? value : "");
        onWrite(next);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.currentTarget.closest<HTMLElement>(".journal-page")?.focus();
      }}
    />
  );
}
