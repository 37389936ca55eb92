/** A PDF of a draft, and on the way the picture of its first page. */
import { Anchor, Button } from "@mantine/core";
import { useState } from "react";
import { draftFileUrl } from "#app/live/media.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import { draftNameOf } from "#lib/draft-address.ts";
import { isSafeHref } from "#lib/safe-href.ts";
import { tellProblem } from "../tool-frame/toasts.ts";
import { ChooseFiles } from "./choose-files.tsx";
import { ComingList } from "./coming-list.tsx";
import { useGivenFiles } from "./given-files.ts";
import { MediaProblem, pdfOf } from "./picture-kind.ts";
import type { FileValue, PictureValue } from "./picture-value.ts";
import { useMediaAdder } from "./use-media.ts";

export function FileField({
  label,
  value,
  onChange,
  onFirstPage,
  hasPicture = false,
  disabled = false,
}: {
  label: string;
  value: FileValue | undefined;
  onChange: (file: FileValue | undefined) => void;
  /** What takes the picture of the first page; without it none is made. */
  onFirstPage?: ((picture: PictureValue) => void) | undefined;
  /** There is a picture already: it stays, until somebody asks for another. */
  hasPicture?: boolean;
  disabled?: boolean;
}) {
  const { adder, coming } = useMediaAdder();
  // Of this visit: one that is stored already would have to come back first.
  const [chosen, setChosen] = useState<File>();
  const [note, setNote] = useState<string>();
  const [isDrawing, setDrawing] = useState(false);
  const isOff = disabled || adder === undefined;

  function add([file]: File[]): void {
    if (file === undefined || adder === undefined) return;
    setNote(undefined);
    setChosen(file);
    for (const { id } of coming) adder.cancel(id);
    adder.addPdf(file, onChange);
    if (onFirstPage !== undefined && !hasPicture) void draw(file);
  }

  async function draw(file: File): Promise<void> {
    setDrawing(true);
    setNote(undefined);
    try {
      const pdf = await pdfOf(file);
      const { firstPageOf } = await import("./pdf-picture.ts");
      const picture = await firstPageOf(pdf);
      adder?.addPictures([picture], (added) => onFirstPage?.(added));
    } catch (error) {
      // What is no PDF is said where it was to be added.
      if (error instanceof MediaProblem && /no PDF|more than/.test(error.message)) return;
      if (!(error instanceof MediaProblem)) reportError(error);
      setNote(
        error instanceof MediaProblem
          ? error.message
          : "The first page could not be drawn just now. The file itself is kept.",
      );
    } finally {
      setDrawing(false);
    }
  }

  const { isOver, listeners } = useGivenFiles(add, isOff);
  return (
    <div className="file-field" data-over={isOver || undefined} {...listeners}>
      {value === undefined ? null : (
        <p className="file-shown">
          <FileLink file={value} />
          <span>{formatBytes(value.bytes)}</span>
        </p>
      )}
      <div className="media-drop">
        <div className="media-acts">
          <ChooseFiles label={label} accept="application/pdf,.pdf" disabled={isOff} onChosen={add}>
            {value === undefined ? "Choose a PDF" : "Replace"}
          </ChooseFiles>
          {chosen === undefined || onFirstPage === undefined || !hasPicture ? null : (
            <Button
              variant="subtle"
              disabled={isOff || isDrawing}
              onClick={() => void draw(chosen)}
            >
              Show its first page as picture
            </Button>
          )}
          {value === undefined ? null : (
            <Button
              variant="subtle"
              disabled={disabled}
              aria-label={`Remove: ${label}`}
              onClick={() => {
                setChosen(undefined);
                onChange(undefined);
              }}
            >
              Remove
            </Button>
          )}
        </div>
        {value === undefined ? <span className="drop-hint">or drop one here</span> : null}
      </div>
      <output className="file-note">{isDrawing ? "Drawing the first page..." : note}</output>
      <ComingList adder={adder} coming={coming} />
    </div>
  );
}

/** One of a draft has no address that a link could have: it is fetched when it is asked for. */
function FileLink({ file: { src } }: { file: FileValue }) {
  const name = nameOf(src);
  if (draftNameOf(src) === undefined) {
    // Whatever somebody wrote into the draft: only a path on this site is its file.
    if (!src.startsWith("/") || !isSafeHref(src)) return <span>{name}</span>;
    return (
      <Anchor href={src} target="_blank" rel="noopener">
        {name}
      </Anchor>
    );
  }
  const open = async () => {
    // Opened before the wait: a browser lets no page open another one later by itself.
    const page = window.open("", "_blank");
    try {
      const url = await draftFileUrl(src);
      if (page) page.location.href = url;
    } catch (error) {
      page?.close();
      tellProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Anchor component="button" type="button" onClick={() => void open()}>
      {name}
    </Anchor>
  );
}

function nameOf(src: string): string {
  const last = src.slice(src.lastIndexOf("/") + 1).replace(/\?.*/s, "");
  try {
    return decodeURIComponent(last) || "File";
  } catch {
    // It is no UTF-8: shown as it is.
    return last;
  }
}
