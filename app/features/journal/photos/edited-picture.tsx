/** A photo in a text of a journal that is edited: seen, described, captioned, removed. */
import { Button, TextInput } from "@mantine/core";
import type { NodeViewProps } from "@tiptap/react";
import { NodeViewWrapper, ReactNodeViewRenderer } from "@tiptap/react";
import { Picture } from "#app/parts/rich-text/schema-extensions.ts";
import { isSealedJournal } from "#lib/journal/journal-id.ts";
import { longest } from "#lib/journal/limits.ts";
import { mediaIdOf } from "#lib/journal/media-address.ts";
import { JournalPicture } from "./journal-picture.tsx";

/** @param journal of the text; always the same node for the same one */
export function journalPictureNode(journal: string) {
  return Picture.extend({
    addNodeView() {
      return ReactNodeViewRenderer((props: NodeViewProps) => (
        <PictureView {...props} journal={journal} />
      ));
    },
  });
}

type Props = NodeViewProps & { journal: string };

function PictureView({ node, selected, editor, updateAttributes, deleteNode, journal }: Props) {
  const { src, alt, title } = node.attrs as Record<string, unknown>;
  const id = typeof src === "string" ? mediaIdOf(src) : undefined;
  const words = typeof alt === "string" ? alt : "";
  const isFixed = !editor.isEditable;
  // Some browsers send words away to check their spelling.
  const spells = !isSealedJournal(journal);
  return (
    <NodeViewWrapper className="editor-picture" data-selected={selected || undefined}>
      <div data-drag-handle>
        {id === undefined ? (
          <p className="faint">A picture of another place, which is not shown here.</p>
        ) : (
          <JournalPicture journal={journal} id={id} alt={words} size="m" />
        )}
      </div>
      <div className="editor-picture-facts" contentEditable={false}>
        <TextInput
          label="Description"
          placeholder="What it shows, for who cannot see it"
          maxLength={longest.caption}
          autoComplete="off"
          spellCheck={spells}
          disabled={isFixed}
          value={words}
          onChange={({ currentTarget }) => updateAttributes({ alt: currentTarget.value || null })}
        />
        <TextInput
          label="Caption"
          placeholder="Shown below it"
          maxLength={longest.caption}
          autoComplete="off"
          spellCheck={spells}
          disabled={isFixed}
          value={typeof title === "string" ? title : ""}
          onChange={({ currentTarget }) => updateAttributes({ title: currentTarget.value || null })}
        />
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={isFixed}
          onClick={() => {
            deleteNode();
            editor.commands.focus();
          }}
        >
          Remove from the text
        </Button>
      </div>
    </NodeViewWrapper>
  );
}
