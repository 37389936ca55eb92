import type { Shape } from "../records/register.ts";

const texts: ReadonlySet<string> = new Set(["title", "notes", "name", "text", "query"]);

/** Which registers of `todos/{uid}` hold words, and which a set. */
export const todoShape: Shape = {
  text: (_kind, register) => texts.has(register),
  set: (kind, register) => kind === "tasks" && register === "labels",
};
