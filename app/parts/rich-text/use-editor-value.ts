/** Between the editor and who keeps the text: what is written goes out at once, what others changed comes in. */
import { getSchema } from "@tiptap/core";
import { Node } from "@tiptap/pm/model";
import type { Editor } from "@tiptap/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { checkRichText } from "#lib/rich-text/check.ts";
import { toPlainText } from "#lib/rich-text/plain-text.ts";
import { readRichText } from "#lib/rich-text/read.ts";
import type { RichTextDoc } from "./rich-text-doc.ts";
import { Picture, schemaExtensions } from "./schema-extensions.ts";
import { toStored } from "./to-stored.ts";
import type { EditorNode } from "./to-stored.ts";

/** Of ProseMirror's own measure: to hand on more than this at each letter would be felt in typing. */
const longText = 60_000;
const quietMs = 200;
/** Somebody who never stops is kept, too. */
const longestMs = 1000;

const empty: RichTextDoc = { type: "doc", content: [{ type: "paragraph" }] };

const schema = getSchema([...schemaExtensions, Picture]);

/** What the editor begins with. */
export function contentOf(value: RichTextDoc | undefined): RichTextDoc {
  return value === undefined || readText(value).fault !== undefined ? empty : value;
}

export function useEditorValue(
  editor: Editor,
  value: RichTextDoc | undefined,
  onChange: (doc: RichTextDoc | undefined) => void,
): {
  /** Why what is written cannot be kept. */
  problem: string | undefined;
  /** Why the editor would lose something of what is stored. */
  unreadable: string | undefined;
  beginAnew: () => void;
} {
  const { json, fault: unreadable } = useMemo(() => readText(value), [value]);
  // What the editor and its keeper agreed on last.
  const agreed = useRef(json);
  // Told to the keeper, and not come back yet.
  const onTheWay = useRef(new Set<string>());
  const pendingSince = useRef<number>(undefined);
  const tellKeeper = useRef(onChange);
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    tellKeeper.current = onChange;
  });

  const flush = useCallback(() => {
    if (pendingSince.current === undefined || editor.isDestroyed) return;
    pendingSince.current = undefined;
    const doc = toStored(editor.getJSON() as EditorNode);
    const written = doc === undefined ? "" : JSON.stringify(doc);
    if (written === agreed.current) return;
    const [fault] = doc === undefined ? [] : checkRichText(doc);
    // What no store takes is not handed on; what only has to be corrected is.
    const isRefused =
      fault !== undefined && (fault.path === "" || /nested too deeply/.test(fault.message));
    setProblem(isRefused ? `This text ${fault.message}. Until then it is not saved.` : undefined);
    if (isRefused) return;
    agreed.current = written;
    onTheWay.current.add(written);
    tellKeeper.current(doc);
  }, [editor]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const noteUpdate = () => {
      const since = (pendingSince.current ??= performance.now());
      clearTimeout(timer);
      // A tab that is killed keeps nothing that only it knows.
      if (editor.state.doc.content.size < longText) return flush();
      const left = since + longestMs - performance.now();
      timer = setTimeout(flush, Math.max(0, Math.min(quietMs, left)));
    };
    editor.on("update", noteUpdate);
    editor.on("blur", flush);
    addEventListener("pagehide", flush);
    return () => {
      editor.off("update", noteUpdate);
      editor.off("blur", flush);
      removeEventListener("pagehide", flush);
      clearTimeout(timer);
      flush();
    };
  }, [editor, flush]);

  useEffect(() => {
    // What is written but not told yet is not taken from who writes it.
    if (unreadable !== undefined || pendingSince.current !== undefined) return;
    // Nor by what it was a letter ago.
    const isEcho = json === agreed.current || onTheWay.current.has(json);
    if (json === agreed.current) onTheWay.current.clear();
    if (isEcho) return;
    onTheWay.current.clear();
    agreed.current = json;
    takeIn(editor, value ?? empty);
  }, [editor, value, json, unreadable]);

  return {
    problem,
    unreadable,
    beginAnew: () => {
      const lines = toPlainText(readRichText(value)).split("\n");
      const content = lines.map((text) => ({
        type: "paragraph",
        ...(text !== "" && { content: [{ type: "text", text }] }),
      }));
      onChange({ type: "doc", content });
    },
  };
}

/** What others changed, and nothing else of it: the cursor, and what is selected, stay where they are. */
function takeIn(editor: Editor, value: RichTextDoc): void {
  const { state } = editor;
  const next = Node.fromJSON(state.schema, value).content;
  const from = state.doc.content.findDiffStart(next);
  const ends = state.doc.content.findDiffEnd(next);
  if (from === null || ends === null) return;
  // Where a letter is repeated both ends may lie before the start.
  const overlap = Math.max(0, from - Math.min(ends.a, ends.b));
  const slice = state.doc.type.create(null, next).slice(from, ends.b + overlap);
  // Undo takes back what its writer wrote, not what others did.
  let change = state.tr.replace(from, ends.a + overlap, slice);
  // Where both ends are in other kinds of blocks it may not fit.
  if (!change.doc.content.eq(next)) change = state.tr.replaceWith(0, state.doc.content.size, next);
  editor.view.dispatch(change.setMeta("addToHistory", false).setMeta("preventUpdate", true));
}

/**
 * As the editor would write it, unchanged; empty for no text. `fault`: the editor would leave out what its schema does not
 * know.
 */
function readText(value: RichTextDoc | undefined): { json: string; fault: string | undefined } {
  if (value === undefined) return { json: "", fault: undefined };
  try {
    const node = Node.fromJSON(schema, value);
    node.check();
    const doc = toStored(node.toJSON() as EditorNode);
    return { json: doc === undefined ? "" : JSON.stringify(doc), fault: undefined };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const fault = `This text has parts that the editor does not know (${reason.slice(0, 120)}). It is kept as it is.`;
    return { json: "", fault };
  }
}
