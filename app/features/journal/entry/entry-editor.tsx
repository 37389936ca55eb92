/** The editor of an entry. It comes when somebody means to write, and all that is as large as an editor with it. */
import { Extension } from "@tiptap/core";
import { useMemo } from "react";
import { RichTextEditor } from "#app/parts/rich-text/editor.tsx";
import type { RichTextDoc } from "#app/parts/rich-text/rich-text-doc.ts";
import { isSealedJournal } from "#lib/journal/journal-id.ts";
import { addToText } from "../photos/add-photos.ts";
import { journalPictureNode } from "../photos/edited-picture.tsx";
import { useJournal } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import { positionOf } from "./editor-position.ts";
import type { EditorStart } from "./editor-start.ts";

type Props = {
  entry: JournalEntry;
  doc: RichTextDoc | undefined;
  /** It is there. `begin` gives it the focus; without a place, nobody means to write now. */
  onReady: (begin: (start: EditorStart | undefined) => void) => void;
  onWrite: (doc: RichTextDoc | undefined) => void;
  /** Neither the text nor its tools have the focus any more. */
  onLeave: () => void;
};

export function EntryEditor({ entry, doc, onReady, onWrite, onLeave }: Props) {
  const app = useJournal();
  const { journal, key } = entry;
  const picture = useMemo(() => journalPictureNode(journal), [journal]);
  const extensions = useMemo(() => [WhenReady.configure({ onReady })], [onReady]);
  return (
    <div
      className="entry-editor"
      // Some browsers send what is written away to have its spelling looked at.
      spellCheck={!isSealedJournal(journal)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onLeave();
      }}
    >
      <RichTextEditor
        value={doc}
        onChange={onWrite}
        label="Text"
        placeholder="Write"
        picture={picture}
        onFiles={(files, put) => {
          const now = app.store.entry(key);
          if (now) addToText(app, now)(files, put);
        }}
        extensions={extensions}
      />
    </div>
  );
}

type ReadyOptions = { onReady: Props["onReady"] };

/** Puts the cursor where somebody was. Esc leads to the entry around, whose keys and buttons are then meant. */
const WhenReady = Extension.create<ReadyOptions>({
  name: "journalReady",
  addOptions: () => ({ onReady: () => {} }),
  onCreate() {
    const { editor } = this;
    this.options.onReady((start) => {
      if (start === undefined) return;
      editor.commands.setTextSelection(positionOf(editor, start));
      editor.view.focus();
      editor.commands.scrollIntoView();
    });
  },
  addKeyboardShortcuts() {
    return {
      Escape: () => {
        this.editor.view.dom.closest<HTMLElement>(".journal-page")?.focus();
        return true;
      },
    };
  },
});
