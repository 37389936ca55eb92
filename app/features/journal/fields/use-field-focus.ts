import { useEffect, useRef } from "react";
import type { RefObject } from "react";

/** Its first field, or what is chosen there, has the focus if somebody asked for it. @param takesFocus as it was when it came */
export function useFieldFocus(takesFocus: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const takes = useRef(takesFocus);
  useEffect(() => {
    if (!takes.current) return;
    const { current } = place;
    const first =
      current?.querySelector<HTMLElement>("input:checked") ??
      current?.querySelector<HTMLElement>("input:not(:disabled),select");
    first?.focus();
  }, []);
  return place;
}
