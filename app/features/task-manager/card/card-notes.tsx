/** The description. Its editor comes when somebody means to write. */
import { Button } from "@mantine/core";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { mergeBlocks } from "#lib/rich-text/merge-blocks.ts";
import type { RichTextDoc } from "#app/parts/rich-text/rich-text-doc.ts";
import type { Texts } from "#lib/records/texts.ts";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import type { Card } from "#lib/boards/board-items.ts";
import { longest } from "../acts/room.ts";
import { docOf, notesOf } from "./notes-text.ts";
import { NotesText } from "./notes-view.tsx";
import { useCardText } from "./use-card-text.ts";

const loadEditor = async () => (await import("./notes-editor.tsx")).NotesEditor;
const Editor = latePart(loadEditor, <Waiting />);

/** After the card is there, with all that is asked for at once. */
const aheadMs = 2000;
/** How many letters are left is said from here on. */
const fewLeft = 1000;

const merge = (texts: Texts) => mergeBlocks(texts, longest.notes);

export function CardNotes({ card }: { card: Card }) {
  const [isEdited, setEdited] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { text, type, leave } = useCardText(card, "notes", merge);
  const doc = useMemo(() => docOf(text), [text]);
  const write = useCallback((next: RichTextDoc | undefined) => type(notesOf(next)), [type]);
  const left = longest.notes - text.length;
  const isEmpty = text === "";

  // Offline, too, somebody may want to write the first one.
  useEffect(() => {
    const timer = setTimeout(prepare, aheadMs);
    return () => clearTimeout(timer);
  }, []);

  function done(): void {
    flushSync(() => setEdited(false));
    opener.current?.focus();
  }

  return (
    <section className="card-notes">
      <h3>Description</h3>
      {isEdited ? (
        <>
          <Editor doc={doc} onWrite={write} onLeave={leave} />
          <div className="record-acts">
            <Button variant="default" size="compact-md" onClick={done}>
              Done
            </Button>
            {left < fewLeft ? (
              <p className="faint">There is room for about {Math.max(0, left)} more letters.</p>
            ) : null}
          </div>
        </>
      ) : (
        <>
          {/* The button below is for who has no pointer. */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
          <div
            className="card-notes-shown"
            onPointerEnter={prepare}
            onClick={({ target }) => {
              const isLink = target instanceof Element && target.closest("a") !== null;
              if (!isLink && getSelection()?.isCollapsed !== false) setEdited(true);
            }}
          >
            <NotesText notes={text} />
          </div>
          <Button
            ref={opener}
            variant="default"
            size="compact-md"
            onFocus={prepare}
            onClick={() => setEdited(true)}
          >
            {isEmpty ? "Write a description" : "Edit the description"}
          </Button>
        </>
      )}
    </section>
  );
}

/** What does not come now is asked for again by who needs it, and said there. */
function prepare(): void {
  loadEditor().catch(() => undefined);
}

/** What is typed before the editor is there means nothing to the board's keys. */
function Waiting() {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="record-field">
      <textarea ref={field} readOnly rows={5} aria-label="The editor comes" value="Loading..." />
    </div>
  );
}
