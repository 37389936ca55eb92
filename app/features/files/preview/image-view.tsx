/** A picture, as large as there is room, and closer by wheel, fingers, keys or buttons. */
import { Button } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { driveTicket } from "#app/live/drive/drive-tickets.ts";
import { openRemoteFile } from "#app/live/drive/remote-file.ts";
import { useLoaded } from "./use-loaded.ts";
import { useZoom } from "./use-zoom.ts";
import type { ViewProps } from "./view-props.ts";
import { FactsView, ViewProblem, Waiting } from "./view-states.tsx";

/** Bytes; a larger one may take all of a device's memory. */
const mostBytes = 100_000_000;
const step = 1.5;

export default function ImageView({ file, onDownload }: ViewProps) {
  const [isStrange, setStrange] = useState(false);
  const isTooLarge = file.size > mostBytes;
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (isTooLarge) return "";
      // Says what is wrong where there is something: an image only says that it did not come.
      await openRemoteFile(file, file.size).read(0, 1, signal);
      return driveTicket(file);
    },
    [file, isTooLarge],
  );
  const { value: url, problem, retry } = useLoaded(load);
  if (problem) return <ViewProblem problem={problem} onRetry={retry} onDownload={onDownload} />;
  if (isTooLarge || isStrange) {
    return (
      <FactsView file={file} onDownload={onDownload}>
        {isTooLarge
          ? "This picture is too large to be shown here. Download it to see it."
          : "This browser cannot show this picture. Download it to open it elsewhere."}
      </FactsView>
    );
  }
  if (url === undefined) return <Waiting />;
  return <Stage url={url} name={file.name} onStrange={() => setStrange(true)} />;
}

type StageProps = { url: string; name: string; onStrange: () => void };

function Stage({ url, name, onStrange }: StageProps) {
  const [isShown, setShown] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const { zoom, change, reset } = useZoom(stage, picture);

  useEffect(() => {
    const dialog = stage.current?.closest("dialog");
    const life = new AbortController();
    const press = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) => {
      if (ctrlKey || metaKey || altKey || target instanceof HTMLInputElement) return;
      if (key === "+" || key === "=") change(step);
      else if (key === "-") change(1 / step);
      else if (key === "0") reset();
    };
    dialog?.addEventListener("keydown", press, { signal: life.signal });
    return () => life.abort();
  }, [change, reset]);

  return (
    <div className="drive-view-whole">
      <div className="drive-view-bar">
        <Button variant="subtle" size="compact-sm" onClick={() => change(1 / step)}>
          Smaller
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={() => change(step)}>
          Larger
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={reset}>
          Fit
        </Button>
        <span className="faint" aria-live="polite">
          {zoom.scale > 1 ? `${zoom.scale.toFixed(1)} times` : ""}
        </span>
      </div>
      <div ref={stage} className="drive-image" data-zoomed={zoom.scale > 1 || undefined}>
        {isShown ? null : <Waiting />}
        <img
          ref={picture}
          src={url}
          alt={name}
          draggable={false}
          data-shown={isShown || undefined}
          style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
          onLoad={() => setShown(true)}
          onError={onStrange}
        />
      </div>
    </div>
  );
}
