/** A picture in a text that is edited: seen, described, captioned, removed. */
import { Button, TextInput } from "@mantine/core";
import { NodeViewWrapper, ReactNodeViewRenderer } from "@tiptap/react";
import type { NodeViewProps } from "@tiptap/react";
import { PictureThumb } from "../media/picture-thumb.tsx";
import { pictureValueOf } from "../media/picture-value.ts";
import { usePictureUrl } from "../media/use-media.ts";
import { Picture } from "./schema-extensions.ts";

export const EditedPicture = Picture.extend({
  addNodeView() {
    return ReactNodeViewRenderer(PictureView);
  },
});

function PictureView({ node, selected, editor, updateAttributes, deleteNode }: NodeViewProps) {
  const { attrs } = node;
  const alt = typeof attrs["alt"] === "string" ? attrs["alt"] : "";
  const title = typeof attrs["title"] === "string" ? attrs["title"] : "";
  const picture = pictureValueOf({ ...attrs, alt });
  const isFixed = !editor.isEditable;
  const isDescribed = alt.trim() !== "";
  return (
    <NodeViewWrapper className="editor-picture" data-selected={selected || undefined}>
      <div data-drag-handle>
        {picture === undefined ? (
          <Unmeasured src={String(attrs["src"])} alt={alt} />
        ) : (
          <PictureThumb picture={picture} />
        )}
      </div>
      <div className="editor-picture-facts" contentEditable={false}>
        <TextInput
          label="Description"
          placeholder="What it shows, for who cannot see it"
          maxLength={500}
          disabled={isFixed}
          value={alt}
          description={isDescribed ? undefined : "Nothing is published without it."}
          onChange={({ currentTarget }) => updateAttributes({ alt: currentTarget.value })}
        />
        <TextInput
          label="Caption"
          placeholder="Shown below it"
          maxLength={500}
          disabled={isFixed}
          value={title}
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
          Remove picture
        </Button>
      </div>
    </NodeViewWrapper>
  );
}

function Unmeasured({ src, alt }: { src: string; alt: string }) {
  const { url, problem } = usePictureUrl(src);
  return problem === undefined ? (
    <img className="media-thumb" src={url} alt={alt} />
  ) : (
    <p className="media-thumb field-problem">{problem}</p>
  );
}
