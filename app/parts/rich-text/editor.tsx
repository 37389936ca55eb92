/**
 * The editor of rich texts. Its code is large: it comes when somebody means to write, see app/parts/forms/rich-text-field.
 * What it hands on passes lib/rich-text/check.ts.
 */
import type { Node as NodeKind } from "@tiptap/core";
import { EditorContent, useEditor } from "@tiptap/react";
import type { Extensions } from "@tiptap/react";
import { Placeholder } from "@tiptap/extensions";
import { Selection } from "@tiptap/pm/state";
import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { tell } from "../tool-frame/toasts.ts";
import { latePart } from "../tool-frame/late-part.tsx";
import { ChooseFiles } from "../media/choose-files.tsx";
import { ComingList } from "../media/coming-list.tsx";
import { LibraryButton } from "../media/library-button.tsx";
import { pictureAccept } from "../media/picture-kind.ts";
import { cleanHtml, cleanSlice } from "./clean-nodes.ts";
import { ComingPictures } from "./coming-pictures.ts";
import { DepthLimit } from "./depth-limit.ts";
import { EditedPicture } from "./picture-node.tsx";
import type { RichTextDoc } from "./rich-text-doc.ts";
import { schemaExtensions } from "./schema-extensions.ts";
import { focusToolbar, Toolbar } from "./toolbar.tsx";
import { type PutPictures, useEditorPictures } from "./use-editor-pictures.ts";
import { contentOf, useEditorValue } from "./use-editor-value.ts";
import { WordCount } from "./word-count.tsx";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../styles/editor.css";

const LinkDialog = latePart(async () => (await import("./link-dialog.tsx")).LinkDialog, null);

export type RichTextEditorProps = {
  value: RichTextDoc | undefined;
  /** Undefined for a text that shows nothing. Told at each letter; of a very long text shortly after. */
  onChange: (doc: RichTextDoc | undefined) => void;
  label: string;
  /** Ids of what describes it. */
  describedBy?: string | undefined;
  /** Without a MediaPlace around and without `onFiles` there are no pictures anyway. */
  media?: boolean;
  /** The node of a picture, in place of one of published content; always the same one. */
  picture?: NodeKind;
  /**
   * Takes chosen, pasted and dropped files, in place of the MediaPlace around. @param put has their pictures stand where
   * the files were dropped, or where the cursor was; once at most
   */
  onFiles?: (files: File[], put: PutPictures) => void;
  placeholder?: string;
  readOnly?: boolean;
  takesFocus?: boolean;
  /** Besides those that all texts have; always the same ones. */
  extensions?: Extensions;
};

export function RichTextEditor({
  value,
  onChange,
  label,
  describedBy,
  media = true,
  readOnly = false,
  takesFocus = false,
  picture = EditedPicture,
  onFiles,
  placeholder = "Write here",
  extensions: more,
}: RichTextEditorProps) {
  const id = useId();
  const toolbar = useRef<HTMLDivElement>(null);
  const [isLinking, setLinking] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const [notice, setNotice] = useState<string>();
  // Of the editor, which keeps what it was made with.
  const outer = useRef<{ giveFiles: (files: File[], at?: number) => boolean; leaves: boolean }>({
    giveFiles: () => false,
    leaves: false,
  });

  const extensions = useMemo(
    () => [
      ...schemaExtensions,
      picture,
      ComingPictures,
      DepthLimit.configure({
        onRefused: () => setNotice("That would be nested too deeply: nine levels are the most."),
      }),
      Placeholder.configure({ placeholder }),
      ...(more ?? []),
    ],
    [more, picture, placeholder],
  );

  const editor = useEditor({
    extensions,
    content: contentOf(value),
    injectCSS: false,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    editable: !readOnly,
    onCreate: ({ editor: made }) => {
      if (!takesFocus) return;
      made.view.focus();
      // Where a text begins: with a picture selected, the first letter would replace it.
      const start = Selection.findFrom(made.state.doc.resolve(0), 1, true);
      if (start) made.view.dispatch(made.state.tr.setSelection(start).scrollIntoView());
    },
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        "aria-describedby": [describedBy, `${id}-keys`].filter(Boolean).join(" "),
        class: "prose editor-text",
      },
      // The tools stand over the top of the text.
      scrollMargin: { top: 120, right: 0, bottom: 48, left: 0 },
      scrollThreshold: { top: 120, right: 0, bottom: 48, left: 0 },
      transformPastedHTML: cleanHtml,
      transformPasted: (slice) =>
        cleanSlice(slice, () =>
          tell("Pictures of other sites were left out. Save them and add them here."),
        ),
      handlePaste: (_, event) => {
        const { clipboardData: data } = event;
        const files = [...(data?.files ?? [])];
        // Beside a text, a picture is only what that text looks like.
        if (files.length === 0 || data?.types.includes("text/html") === true) return false;
        return outer.current.giveFiles(files);
      },
      handleDrop: (view, event) => {
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) return false;
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        event.preventDefault();
        outer.current.giveFiles(files, at);
        // The browser would leave the page for the file.
        return true;
      },
      handleDOMEvents: {
        keydown: (_, event) => {
          // Lists and tables take the Tab key: after Esc it is the browser's again.
          const leaves = outer.current.leaves;
          outer.current.leaves = event.key === "Escape" || (leaves && event.key === "Shift");
          if (event.key === "Escape") event.stopPropagation();
          if (event.key === "F10" && event.altKey) {
            event.preventDefault();
            focusToolbar(toolbar.current);
            return true;
          }
          if (
            event.key.toLowerCase() === "k" &&
            (event.ctrlKey || event.metaKey) &&
            !event.shiftKey
          ) {
            event.preventDefault();
            event.stopPropagation();
            setLinking(true);
            return true;
          }
          return leaves && event.key === "Tab";
        },
      },
    },
  });

  const { problem, unreadable, beginAnew } = useEditorValue(editor, value, onChange);
  const pictures = useEditorPictures(editor, onFiles);
  const withPictures = media && !readOnly && pictures.canAdd;
  useEffect(() => {
    outer.current.giveFiles = (files, at) => {
      if (withPictures) pictures.add(files, at);
      else tell("Pictures cannot be added here.");
      return true;
    };
  });
  useEffect(() => {
    editor.setEditable(!readOnly && unreadable === undefined, false);
  }, [editor, readOnly, unreadable]);

  const closeLink = useCallback(() => {
    setLinking(false);
    // After the dialog has given the focus back to where it came from.
    setTimeout(() => editor.commands.focus());
  }, [editor]);

  if (unreadable !== undefined) {
    return (
      <div className="editor-unreadable" role="alert">
        <p>{unreadable}</p>
        <button type="button" className="act" onClick={beginAnew}>
          Begin with its plain text
        </button>
      </div>
    );
  }
  return (
    <div className="editor" data-readonly={readOnly || undefined}>
      {readOnly ? null : (
        <Toolbar
          editor={editor}
          label={label}
          place={toolbar}
          withPictures={withPictures}
          onOuter={(act) => (act === "link" ? setLinking(true) : setChoosing(!isChoosing))}
        />
      )}
      {isChoosing && withPictures ? (
        <div className="editor-choose media-acts">
          <ChooseFiles
            multiple
            label="Pictures for this text"
            accept={pictureAccept}
            disabled={false}
            onChosen={(files) => {
              setChoosing(false);
              pictures.add(files);
            }}
          >
            Choose pictures
          </ChooseFiles>
          {onFiles ? null : (
            <LibraryButton
              label="pictures for this text"
              disabled={false}
              onChosen={(chosen) => {
                setChoosing(false);
                pictures.insert(chosen);
              }}
            />
          )}
        </div>
      ) : null}
      <ComingList adder={pictures.adder} coming={pictures.coming} />
      <EditorContent editor={editor} />
      <div className="editor-foot">
        <WordCount editor={editor} />
        <output>{problem ?? notice}</output>
      </div>
      <p id={`${id}-keys`} className="unseen">
        Alt+F10 goes to the tools. In lists and tables Esc and then Tab leaves the text.
      </p>
      {isLinking ? <LinkDialog editor={editor} onClose={closeLink} /> : null}
    </div>
  );
}
