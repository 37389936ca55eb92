import type { CSSProperties } from "react";
import { colours } from "./colours.ts";

/** The colour of a list or label; its name says which one it is. */
export function Dot({ colour }: { colour: string }) {
  const hue = colours[colour];
  if (hue === undefined) return null;
  return <span className="todo-dot" style={{ "--hue": hue } as CSSProperties} aria-hidden="true" />;
}
