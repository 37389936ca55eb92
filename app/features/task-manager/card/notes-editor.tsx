/** The editor of a description. It comes when somebody means to write, and all that is as large as an editor with it. */
import { useMemo, useState } from "react";
import { RichTextEditor } from "#app/parts/rich-text/editor.tsx";
import type { RichTextDoc } from "#app/parts/rich-text/rich-text-doc.ts";
import { longest } from "../acts/room.ts";
import { SizeLimit } from "./size-limit.ts";

type Props = {
  doc: RichTextDoc | undefined;
  onWrite: (doc: RichTextDoc | undefined) => void;
  /** Neither the text nor its tools have the focus any more. */
  onLeave: () => void;
};

export function NotesEditor({ doc, onWrite, onLeave }: Props) {
  const [refused, setRefused] = useState("");
  const extensions = useMemo(
    () => [
      SizeLimit.configure({
        most: longest.notes,
        onRefused: (left) =>
          setRefused(
            `This was not added: there is room for about ${left.toLocaleString("en")} more letters.`,
          ),
      }),
    ],
    [],
  );
  return (
    <div
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onLeave();
      }}
    >
      <RichTextEditor
        value={doc}
        onChange={(next) => {
          setRefused("");
          onWrite(next);
        }}
        label="Description"
        media={false}
        extensions={extensions}
        takesFocus
      />
      <output className="card-refused">{refused}</output>
    </div>
  );
}
