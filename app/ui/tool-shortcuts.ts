/** The keys of the tool that is open: it says them, its frame listens to them, the sheet of shortcuts shows them. */

export type ToolShortcut = {
  /** As events have it: one letter, or a sign. */
  key: string;
  /** What it does, as a button would say it. */
  title: string;
  run: () => void;
};

export type ToolKeys = { tool: string; shortcuts: readonly ToolShortcut[] };

let current: ToolKeys | undefined;

/** Undefined while no tool is open. */
export function currentToolKeys(): ToolKeys | undefined {
  return current;
}

/** @returns takes them back, unless another tool has put its own in their place. */
export function putToolKeys(keys: ToolKeys): () => void {
  current = keys;
  return () => {
    if (current === keys) current = undefined;
  };
}
