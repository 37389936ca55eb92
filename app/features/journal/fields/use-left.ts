import { useRef } from "react";
import type { RefObject } from "react";

/**
 * For `mayEnd` of FieldFrame: “Done” leads back to the field once; whoever ends it again does not want what is left in it.
 * @param left what is typed and written nowhere; empty: nothing is
 */
export function useLeft(left: string, field: RefObject<HTMLElement | null>): () => boolean {
  const warned = useRef("");
  return () => {
    if (left === "" || warned.current === left) return true;
    warned.current = left;
    field.current?.focus();
    return false;
  };
}
