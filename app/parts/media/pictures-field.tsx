/** A gallery: many pictures at once, each described, in an order. */
import { Button } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";
import { SortableList } from "../sortable/sortable-list.tsx";
import { offerUndo } from "../tool-frame/toasts.ts";
import { AltField } from "./alt-field.tsx";
import { ChooseFiles } from "./choose-files.tsx";
import { ComingList } from "./coming-list.tsx";
import { useGivenFiles } from "./given-files.ts";
import { LibraryButton } from "./library-button.tsx";
import { pictureAccept } from "./picture-kind.ts";
import { PictureThumb } from "./picture-thumb.tsx";
import type { PictureValue } from "./picture-value.ts";
import { useMediaAdder } from "./use-media.ts";

const maxPictures = 100;

export type PictureProblems = { alt: string | undefined; other: string | undefined };

type Item = { key: string; index: number; picture: PictureValue };

export function PicturesField({
  path,
  label,
  value,
  onChange,
  problems = [],
  disabled = false,
}: {
  /** In the form. */
  path: string;
  label: string;
  value: readonly PictureValue[];
  onChange: (pictures: PictureValue[]) => void;
  /** By place in the list. */
  problems?: readonly PictureProblems[];
  disabled?: boolean;
}) {
  const { adder, coming } = useMediaAdder();
  const isOff = disabled || adder === undefined;
  // Two may come before the list is drawn anew.
  const now = useRef({ value, onChange });
  useLayoutEffect(() => {
    now.current = { value, onChange };
  });

  function change(next: PictureValue[]): void {
    now.current = { ...now.current, value: next };
    now.current.onChange(next);
  }

  function take(picture: PictureValue): void {
    change([...now.current.value, picture]);
  }

  function add(files: File[]): void {
    const room = Math.max(0, maxPictures - now.current.value.length - coming.length);
    // Whichever comes first: they stand in the order in which they were chosen.
    const srcs: string[] = [];
    const ids = adder?.addPictures(files.slice(0, room), (picture, id) => {
      const order = ids?.indexOf(id) ?? 0;
      srcs[order] = picture.src;
      const later = new Set(srcs.slice(order + 1));
      const at = now.current.value.findIndex(({ src }) => later.has(src));
      change(now.current.value.toSpliced(at === -1 ? Infinity : at, 0, picture));
    });
  }

  function remove(index: number): void {
    const picture = now.current.value[index];
    if (picture === undefined) return;
    change(now.current.value.toSpliced(index, 1));
    offerUndo({
      text: "Picture removed.",
      undo: async () => change(now.current.value.toSpliced(index, 0, picture)),
    });
  }

  const { isOver, listeners } = useGivenFiles(add, isOff);
  const isFull = value.length >= maxPictures;
  return (
    <div className="pictures-field" data-over={isOver || undefined} {...listeners}>
      <SortableList
        items={itemsOf(value)}
        keyOf={keyOf}
        titleOf={titleOf}
        label={label}
        isFixed={disabled}
        onMove={(from, to) => {
          const moving = value.slice(from, from + 1);
          change(value.toSpliced(from, 1).toSpliced(to, 0, ...moving));
        }}
        renderItem={({ picture, index }, handle) => (
          <div className="picture-shown" data-field={`${path}.${index}`}>
            {handle}
            <PictureThumb picture={picture} />
            <div className="picture-facts">
              <AltField
                picture={picture}
                problem={problems[index]?.alt}
                disabled={disabled}
                onAlt={(alt) => change(now.current.value.with(index, { ...picture, alt }))}
              />
              {problems[index]?.other === undefined ? null : (
                <p className="field-problem">{problems[index].other}</p>
              )}
              <Button
                variant="subtle"
                size="compact-sm"
                disabled={disabled}
                aria-label={`Remove picture ${index + 1}`}
                onClick={() => remove(index)}
              >
                Remove
              </Button>
            </div>
          </div>
        )}
      />
      <ComingList adder={adder} coming={coming} />
      <div className="media-drop">
        <div className="media-acts">
          <ChooseFiles
            multiple
            label={label}
            accept={pictureAccept}
            disabled={isOff || isFull}
            onChosen={add}
          >
            Add pictures
          </ChooseFiles>
          <LibraryButton label={label} disabled={isOff || isFull} onChosen={take} />
        </div>
        <span className="drop-hint">
          {isFull ? `${maxPictures} is the most there can be.` : "or drop them here"}
        </span>
      </div>
    </div>
  );
}

/** The same picture may be there twice. */
function itemsOf(pictures: readonly PictureValue[]): Item[] {
  const seen = new Map<string, number>();
  return pictures.map((picture, index) => {
    const count = (seen.get(picture.src) ?? 0) + 1;
    seen.set(picture.src, count);
    return { key: `${picture.src} ${count}`, index, picture };
  });
}

function keyOf({ key }: Item): string {
  return key;
}

function titleOf({ picture, index }: Item): string {
  return picture.alt.slice(0, 60) || `picture ${index + 1}`;
}
