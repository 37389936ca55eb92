/** One picture of a draft: chosen, dropped, pasted or taken from what the site has; described, replaced, removed. */
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { AltField } from "./alt-field.tsx";
import { ChooseFiles } from "./choose-files.tsx";
import { ComingList } from "./coming-list.tsx";
import { useGivenFiles } from "./given-files.ts";
import { LibraryButton } from "./library-button.tsx";
import { pictureAccept } from "./picture-kind.ts";
import { PictureThumb } from "./picture-thumb.tsx";
import type { PictureValue } from "./picture-value.ts";
import { useMediaAdder } from "./use-media.ts";

export function PictureField({
  label,
  value,
  onChange,
  altProblem,
  disabled = false,
}: {
  label: string;
  value: PictureValue | undefined;
  onChange: (picture: PictureValue | undefined) => void;
  altProblem?: string | undefined;
  disabled?: boolean;
}) {
  const { adder, coming } = useMediaAdder();
  // Who added it describes it next.
  const [fresh, setFresh] = useState<string>();
  const place = useRef<HTMLDivElement>(null);
  const isOff = disabled || adder === undefined;

  function take(picture: PictureValue): void {
    // Unless they write elsewhere by now.
    const { activeElement } = document;
    const isHere =
      activeElement === document.body || place.current?.contains(activeElement) === true;
    setFresh(isHere ? picture.src : undefined);
    onChange(picture);
  }

  function add(files: File[]): void {
    for (const { id } of coming) adder?.cancel(id);
    adder?.addPictures(files.slice(0, 1), take);
  }

  const { isOver, listeners } = useGivenFiles(add, isOff);
  const acts = (
    <div className="media-acts">
      <ChooseFiles label={label} accept={pictureAccept} disabled={isOff} onChosen={add}>
        {value === undefined ? "Choose a picture" : "Replace"}
      </ChooseFiles>
      <LibraryButton label={label} disabled={isOff} onChosen={take} />
      {value === undefined ? null : (
        <Button
          variant="subtle"
          disabled={disabled}
          aria-label={`Remove: ${label}`}
          onClick={() => onChange(undefined)}
        >
          Remove
        </Button>
      )}
    </div>
  );
  return (
    <div ref={place} className="picture-field" data-over={isOver || undefined} {...listeners}>
      {value === undefined ? (
        <div className="media-drop">
          {acts}
          <span className="drop-hint">or drop one here</span>
        </div>
      ) : (
        <div className="picture-shown">
          <PictureThumb picture={value} />
          <div className="picture-facts">
            <AltField
              // Another picture begins with another field.
              key={value.src}
              picture={value}
              problem={altProblem}
              disabled={disabled}
              takesFocus={fresh === value.src}
              onAlt={(alt) => onChange({ ...value, alt })}
            />
            {acts}
          </div>
        </div>
      )}
      <ComingList adder={adder} coming={coming} />
    </div>
  );
}
