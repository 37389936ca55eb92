/** One page of a PDF: its place as soon as its size is known, its picture while it is near what is seen. */
import type { PDFDocumentProxy, PDFPageProxy, RenderTask } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";

export type PageSize = { width: number; height: number };

type Props = {
  document: PDFDocumentProxy;
  /** From 1. */
  number: number;
  /** Of the first page, until its own is known. */
  guess: PageSize;
  /** CSS pixels. */
  width: number;
  onSeen: (number: number) => void;
};

/** Browsers draw nothing on a larger canvas; phones not even on that. */
const mostPixels = 16_000_000;

export function PdfPage({ document: pdf, number, guess, width, onSeen }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const [size, setSize] = useState(guess);
  const [isFailed, setFailed] = useState(false);
  const [words, setWords] = useState("");

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const near = new IntersectionObserver(([seen]) => setNear(seen?.isIntersecting === true), {
      root: element.closest(".drive-pdf"),
      rootMargin: "100% 0px",
    });
    const middle = new IntersectionObserver(([seen]) => seen?.isIntersecting && onSeen(number), {
      root: element.closest(".drive-pdf"),
      rootMargin: "-50% 0px",
    });
    near.observe(element);
    middle.observe(element);
    return () => {
      near.disconnect();
      middle.disconnect();
    };
  }, [number, onSeen]);

  useEffect(() => {
    const element = place.current;
    if (!isNear || element === null || width <= 0) return;
    const canvas = document.createElement("canvas");
    canvas.setAttribute("aria-hidden", "true");
    const life = new AbortController();
    let drawing: RenderTask | undefined;
    const draw = async () => {
      const page = await pdf.getPage(number);
      if (life.signal.aborted) return;
      const { width: own, height } = page.getViewport({ scale: 1 });
      setSize({ width: own, height });
      drawing = drawn(page, canvas, width);
      // Let go of, it throws.
      await drawing.promise;
      element.querySelector("canvas")?.remove();
      element.prepend(canvas);
      setFailed(false);
      setWords(await wordsOf(page));
    };
    draw().catch(() => {
      // It was let go of, or the page is broken: the others are shown.
      if (!life.signal.aborted) setFailed(true);
    });
    return () => {
      life.abort();
      drawing?.cancel();
    };
  }, [pdf, number, width, isNear]);

  useEffect(() => {
    if (isNear) return;
    const canvas = place.current?.querySelector("canvas");
    if (!canvas) return;
    // Its memory goes at once.
    canvas.width = 0;
    canvas.remove();
  }, [isNear]);

  return (
    <div
      ref={place}
      className="drive-pdf-page"
      data-page={number}
      style={{ width, aspectRatio: `${size.width} / ${size.height}` }}
    >
      {isFailed ? <p role="alert">Page {number} cannot be shown.</p> : null}
      <p className="unseen">
        Page {number}. {words}
      </p>
    </div>
  );
}

function drawn(page: PDFPageProxy, canvas: HTMLCanvasElement, width: number): RenderTask {
  const own = page.getViewport({ scale: 1 });
  const wanted = (width / own.width) * devicePixelRatio;
  const most = Math.sqrt(mostPixels / (own.width * own.height));
  const viewport = page.getViewport({ scale: Math.min(wanted, most) });
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  return page.render({ canvas, viewport, background: "#fff" });
}

/** For who cannot see it. */
async function wordsOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ("str" in item ? item.str : "")).join(" ");
}
