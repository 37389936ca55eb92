import { useEffect, useEffectEvent, useState } from "react";
import type { RefObject } from "react";

/**
 * Files that are dropped or pasted on the page of an entry. In its text the editor takes them, and puts them there.
 * @param take undefined: none are taken @returns whether files are held over the page
 */
export function usePagePhotos(
  box: RefObject<HTMLElement | null>,
  take: ((files: readonly File[]) => void) | undefined,
): boolean {
  const [isOver, setOver] = useState(false);
  const isOn = take !== undefined;
  const give = useEffectEvent((files: readonly File[]) => take?.(files));
  useEffect(() => {
    const page = box.current?.closest("article");
    if (!isOn || !page) return undefined;
    const life = new AbortController();
    const options = { signal: life.signal };
    const isTaken = (event: Event) =>
      event.defaultPrevented || (event.target as Element).closest(".editor-text") !== null;
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    };
    page.addEventListener("dragover", over, options);
    page.addEventListener(
      "dragleave",
      ({ relatedTarget }) => {
        if (!page.contains(relatedTarget as Node | null)) setOver(false);
      },
      options,
    );
    page.addEventListener(
      "drop",
      (event) => {
        setOver(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0 || isTaken(event)) return;
        event.preventDefault();
        give(files);
      },
      options,
    );
    // A page that has no field in focus pastes into its body.
    document.addEventListener(
      "paste",
      (event) => {
        const { target, clipboardData: data } = event;
        const isHere = target === document.body || page.contains(target as Node);
        const files = [...(data?.files ?? [])];
        // Beside a text, a picture is only what that text looks like.
        if (!isHere || files.length === 0 || data?.types.includes("text/html") === true) return;
        if (isTaken(event)) return;
        event.preventDefault();
        give(files);
      },
      options,
    );
    return () => life.abort();
  }, [box, isOn]);
  return isOver;
}
