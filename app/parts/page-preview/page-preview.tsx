/**
 * A page as visitors would see it, while it is written: the page's own body in a window of another width, with the site's
 * style sheets. Its links lead nowhere. Pictures of drafts are resolved by useDraftPictures() before they come here.
 */
import { SegmentedControl } from "@mantine/core";
import { Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { DrawnOrSaid } from "./drawn-or-said.tsx";
import { dressWindow } from "./dress-window.ts";

const usual: readonly number[] = [390, 820, 1280];
const names = new Map([
  [390, "Phone"],
  [820, "Tablet"],
  [1280, "Desktop"],
]);
// A document without a doctype has another box model; without a title it is nameless to a screen reader.
const blank =
  '<!doctype html><html lang="en"><head><title>Preview</title></head><body><main id="main"></main></body></html>';
/** Smaller than this a page cannot be judged, so a narrower window is taken at first. */
const leastScale = 0.62;

type Props = {
  /** CSS pixels. */
  widths?: readonly number[];
  /** What it shows, for who cannot see it. */
  title?: string;
  children: ReactNode;
};

export function PagePreview({ widths = usual, title = "Preview of the page", children }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const [chosen, setChosen] = useState<number>();
  const [place, setPlace] = useState<HTMLElement>();
  const undress = useRef<() => void>(undefined);

  useLayoutEffect(() => {
    const element = stage.current;
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      setRoom({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => () => undress.current?.(), []);

  const open = useCallback((frame: HTMLIFrameElement) => {
    undress.current?.();
    undress.current = dressWindow(frame);
    setPlace(frame.contentDocument?.getElementById("main") ?? undefined);
  }, []);

  const fitting = widths.findLast((one) => room.width / one >= leastScale) ?? widths[0] ?? 390;
  const width = chosen ?? fitting;
  const scale = room.width === 0 ? 1 : Math.min(1, room.width / width);
  return (
    <section className="page-preview" aria-label={title}>
      <SegmentedControl
        size="xs"
        aria-label="Width of the preview"
        value={String(width)}
        onChange={(value) => setChosen(Number(value))}
        data={widths.map((one) => ({ value: String(one), label: names.get(one) ?? `${one} px` }))}
      />
      <div ref={stage} className="page-preview-stage">
        {/* No script is in it; shut off, it would look like the page of who has none. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe
          title={title}
          srcDoc={blank}
          onLoad={({ currentTarget }) => open(currentTarget)}
          style={{
            width,
            height: room.height / scale,
            transform: scale === 1 ? undefined : `scale(${scale})`,
            marginInlineStart: Math.max(0, (room.width - width * scale) / 2),
          }}
        />
      </div>
      {place === undefined
        ? null
        : createPortal(
            // A page waits for its style sheet. Without an end here the whole tool would, hidden, and what is being typed
            // into it would go nowhere.
            <Suspense>
              <DrawnOrSaid>{children}</DrawnOrSaid>
            </Suspense>,
            place,
          )}
    </section>
  );
}
