/**
 * The text of an entry: read without the editor, which comes when somebody means to write. The first words of an empty one
 * go into a plain field, which hands them to the editor once that is there.
 */
import { Button } from "@mantine/core";
import { useCallback, useImperativeHandle, useMemo, useRef, useState } from "react";
import type { Ref } from "react";
import { flushSync } from "react-dom";
import type { RichTextDoc } from "#app/parts/rich-text/rich-text-doc.ts";
import { useJournal, useStoreTopic } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import { isSealedJournal } from "#lib/journal/journal-id.ts";
import { docOf, docText, linesOf, withWords } from "./doc-text.ts";
import { FirstWords } from "./first-words.tsx";
import type { EditorStart } from "./editor-start.ts";
import { KeptBoth } from "./kept-both-note.tsx";
import type { HeldText } from "./use-held-text.ts";
import { TextView } from "./text-view.tsx";
import { useEntryText } from "./use-entry-text.ts";
import type { EntryEditor } from "./entry-editor.tsx";

type Props = {
  ref: Ref<{ edit: () => void }>;
  entry: JournalEntry;
  held: HeldText;
};

export function EntryText({ ref, entry, held }: Props) {
  if (held.state === "ready") return <Text ref={ref} entry={entry} />;
  if (held.state === "loading") return <LoadingText />;
  return (
    <div className="problem-note" role="alert">
      <p>
        The text of this entry is not in this browser yet. It comes once there is a connection;
        nothing is lost.
      </p>
      <Button variant="default" onClick={held.again}>
        Try again
      </Button>
    </div>
  );
}

function LoadingText() {
  return (
    <output className="skeleton entry-text-comes">
      <span className="unseen">Loading...</span>
      <div className="skeleton-row" aria-hidden="true">
        <span />
        <span />
      </div>
    </output>
  );
}

type EditorPart = typeof EntryEditor;

let loaded: EditorPart | undefined;

/** What does not come now is asked for again by who needs it, and said there. */
async function loadEditor(): Promise<EditorPart> {
  loaded ??= (await import("./entry-editor.tsx")).EntryEditor;
  return loaded;
}

function Text({ ref, entry }: Pick<Props, "ref" | "entry">) {
  const { store } = useJournal();
  const { key, isGone } = entry;
  const { text, type, typeNow, leave } = useEntryText(key);
  const doc = useMemo(() => docOf(text), [text]);
  const [mode, setMode] = useState<"read" | "coming" | "edit">("read");
  const [isFailed, setFailed] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLTextAreaElement>(null);
  const isComposing = useRef(false);
  // Some browsers send what is written away to have its spelling looked at.
  const spells = !isSealedJournal(entry.journal);
  const catcher = useRef<HTMLTextAreaElement>(null);
  const start = useRef<EditorStart>({ at: "end" });
  const isBegun = useStoreTopic(`entries/${key}`, () => store.isBegun(key));
  const [wasEmpty] = useState(() => text === "");
  // What another device wrote meanwhile has a form perhaps, which a plain field would take away.
  const isFirst = wasEmpty && linesOf(doc) !== undefined;
  const write = useCallback((next: RichTextDoc | undefined) => type(docText(next)), [type]);
  const [editor, setEditor] = useState<{ Body: EditorPart }>();
  const Editor = mode === "read" ? undefined : editor?.Body;
  /** What stood there when somebody began to write on. */
  const before = useRef<RichTextDoc>(undefined);

  /** The editor is made beside what stands there, which takes what is typed meanwhile. */
  const bring = useCallback(async () => {
    setMode((now) => (now === "read" ? "coming" : now));
    try {
      setEditor({ Body: await loadEditor() });
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }, []);
  const edit = useCallback(
    (from: EditorStart) => {
      start.current = from;
      if (!catcher.current) before.current = docOf(store.text(key)?.doc ?? "");
      flushSync(() => void bring());
      catcher.current?.focus({ preventScroll: true });
    },
    [bring, store, key],
  );
  // In one task: no letter may fall between the two.
  const takeOver = useCallback((begin: (from: EditorStart | undefined) => void) => {
    const field = words.current ?? catcher.current;
    const go = () => {
      const isFirstWords = words.current !== null;
      const hasFocus = field === null || document.activeElement === field;
      const offset = field?.selectionStart ?? 0;
      const isTyped = field !== null && field.value !== "";
      const from = isFirstWords ? { offset } : isTyped ? ({ at: "end" } as const) : start.current;
      flushSync(() => setMode("edit"));
      begin(hasFocus ? from : undefined);
    };
    // A word that is put together by several keys would be cut off.
    if (field === null || !isComposing.current) go();
    else field.addEventListener("compositionend", () => setTimeout(go), { once: true });
  }, []);
  useImperativeHandle(
    ref,
    () => ({
      edit() {
        // A letter would take it out of the trash.
        if (isGone) return;
        const there =
          words.current ??
          catcher.current ??
          place.current?.querySelector<HTMLElement>(".editor-text");
        if (there) there.focus();
        else edit({ at: "end" });
      },
    }),
    [edit, isGone],
  );

  return (
    <div ref={place} className="entry-text">
      {isGone ? null : <KeptBoth entry={entry} text={text} />}
      {Editor ? (
        <div className="entry-editor-place" hidden={mode === "coming"}>
          <Editor entry={entry} doc={doc} onReady={takeOver} onWrite={write} onLeave={leave} />
        </div>
      ) : null}
      {mode === "edit" ? null : isGone ? (
        <TextView entry={entry} doc={doc} text={text} />
      ) : isFirst ? (
        <FirstWords
          ref={words}
          doc={doc}
          takesFocus={isBegun}
          spells={spells}
          onWrite={(next) => typeNow(docText(next))}
          onLeave={leave}
          onEnter={() => void bring()}
          onComposing={(next) => (isComposing.current = next)}
        />
      ) : (
        // The key `e` and the button below are for who has no pointer.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <div
          className="entry-shown"
          onPointerEnter={prepare}
          onClick={({ target, clientX, clientY, currentTarget }) => {
            const isLink =
              target instanceof Element &&
              target.closest("a, button, input, img, picture") !== null;
            if (isLink || getSelection()?.isCollapsed === false) return;
            edit({ x: clientX, below: clientY - currentTarget.getBoundingClientRect().top });
          }}
        >
          <TextView entry={entry} doc={doc} text={text} />
          {mode === "coming" ? (
            <Catcher
              ref={catcher}
              spells={spells}
              onWrite={(typed) => typeNow(docText(withWords(before.current, typed)))}
              onComposing={(next) => (isComposing.current = next)}
            />
          ) : null}
          <Button
            className="entry-edit"
            variant="default"
            size="compact-md"
            onFocus={prepare}
            onClick={() => edit({ at: "end" })}
          >
            {text === "" ? "Write" : "Write on"}
          </Button>
        </div>
      )}
      {isFailed ? (
        <div className="problem-note" role="alert">
          <p>The editor did not load. Check your connection and try again.</p>
          <Button variant="default" onClick={() => edit({ at: "end" })}>
            Try again
          </Button>
        </div>
      ) : null}
    </div>
  );
}

type CatcherProps = {
  spells: boolean;
  ref: Ref<HTMLTextAreaElement>;
  onWrite: (typed: string) => void;
  onComposing: (isComposing: boolean) => void;
};

/** Takes what is typed until the editor is there: those letters mean no keys of the journal. */
function Catcher({ ref, spells, onWrite, onComposing }: CatcherProps) {
  return (
    <textarea
      ref={ref}
      className="unseen"
      aria-label="Text"
      autoComplete="off"
      spellCheck={spells}
      defaultValue=""
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={() => onComposing(false)}
      onChange={({ currentTarget }) => onWrite(currentTarget.value)}
    />
  );
}

function prepare(): void {
  loadEditor().catch(() => undefined);
}
