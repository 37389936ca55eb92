import type { CSSProperties } from "react";
import { hueOf } from "#lib/records/colours.ts";

/** The colour of a list or label; its name says which one it is. */
export function Dot({ colour }: { colour: string }) {
  const hue = hueOf(colour);
  if (hue === undefined) return null;
  return (
    <span className="record-dot" style={{ "--hue": hue } as CSSProperties} aria-hidden="true" />
  );
}
