import { Button } from "@mantine/core";
import { useId, useRef, useState } from "react";
import { DraftTextView } from "../rich-text/draft-view.tsx";
import type { RichTextDoc } from "../rich-text/rich-text-doc.ts";
import { latePart } from "../tool-frame/late-part.tsx";
import type { RichTextField } from "./field.ts";
import { FieldFrame } from "./field-frame.tsx";
import { useForm, useProblemsBelow } from "./form-state.ts";

const loadEditor = async () => (await import("../rich-text/editor.tsx")).RichTextEditor;

const Editor = latePart(loadEditor, <p className="loading">Loading...</p>);

/** Shows the text; the editor comes when somebody means to write. */
export function RichTextKindField({
  field: { label, help },
  path,
  value,
  onValue,
}: {
  field: RichTextField;
  path: string;
  value: unknown;
  onValue: (value: RichTextDoc | undefined) => void;
}) {
  const { disabled } = useForm();
  const id = useId();
  const [isEdited, setEdited] = useState(false);
  const isAsked = useRef(false);
  const below = useProblemsBelow(path);
  const doc = docOf(value);

  function prepare(): void {
    if (isAsked.current || disabled) return;
    isAsked.current = true;
    // What does not come now is asked for again by who needs it, and said there.
    loadEditor().catch(() => (isAsked.current = false));
  }

  const sentences = [...new Set(Object.values(below))];
  return (
    <FieldFrame path={path} label={label} help={help}>
      <div className="rich-text-field" id={id}>
        {isEdited ? (
          <Editor
            value={doc}
            onChange={onValue}
            label={label}
            describedBy={sentences.length > 0 ? `${id}-problems` : undefined}
            readOnly={disabled}
            takesFocus
          />
        ) : (
          // The button within is for who has no pointer.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
          <div
            className="rich-text-shown"
            onPointerEnter={prepare}
            onFocus={prepare}
            onClick={() => {
              if (!disabled && getSelection()?.isCollapsed !== false) setEdited(true);
            }}
          >
            {doc === undefined ? null : (
              <div className="prose">
                <DraftTextView doc={doc} />
              </div>
            )}
            <Button variant="default" disabled={disabled} onClick={() => setEdited(true)}>
              {doc === undefined ? "Write a text" : "Edit the text"}
            </Button>
          </div>
        )}
        {sentences.length === 0 ? null : (
          <p id={`${id}-problems`} className="field-problem">
            {sentences.slice(0, 3).join(" ")}
          </p>
        )}
      </div>
    </FieldFrame>
  );
}

/** Whatever is in it is the viewer's and the editor's to judge. */
function docOf(value: unknown): RichTextDoc | undefined {
  const isDoc =
    typeof value === "object" && value !== null && "type" in value && "content" in value;
  return isDoc && Array.isArray(value.content) ? (value as RichTextDoc) : undefined;
}
