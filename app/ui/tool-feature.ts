import { useState } from "react";

/** What a tool has for the palette, said in its `feature.ts`, which is loaded with the palette: small, and no tool's code. */
export type ToolFeature = {
  /** The tool's page: who may open it is offered these. */
  path: string;
  entries: readonly ToolEntry[];
  /** "Create from…": it takes drafts of this kind, whichever tool has them. */
  createFrom?: {
    kind: ToolDraft["kind"];
    /** Puts it where the tool finds it once it is opened. @returns the address to go to, without words of the draft */
    open: (draft: ToolDraft) => string;
  };
};

/** Nothing of it is stored before somebody saves it in the tool that takes it. */
export type ToolDraft = {
  kind: "todo" | "card" | "journal";
  title: string;
  text: string;
  /** `2026-03-01`, of a todo. */
  due?: string;
};

type ToolEntry = {
  /** What is done, as a button would say it: "Invite somebody". */
  title: string;
  /** Only looked for. */
  words: string;
} & (
  | {
      /** On this site, with a query or hash where the tool reads one. */
      path: string;
    }
  | { act: () => void }
);

/** What one tool hands to another, in the memory of this tab alone: words of a private journal may be among it. */
let held: ToolDraft | undefined;

/** In place of what nobody took. */
export function handOver(draft: ToolDraft | undefined): void {
  held = draft;
}

/** Gives it once. */
export function takeOver(kind: ToolDraft["kind"]): ToolDraft | undefined {
  const draft = heldOver(kind);
  if (draft !== undefined) held = undefined;
  return draft;
}

function heldOver(kind: ToolDraft["kind"]): ToolDraft | undefined {
  return held?.kind === kind ? held : undefined;
}

/** Of a dialog that asks where to: until it is closed it is there, also where a lock comes in between. */
export function useHandedOver(
  kind: ToolDraft["kind"],
): [draft: ToolDraft | undefined, close: () => void] {
  const [draft, setDraft] = useState(() => heldOver(kind));
  const close = () => {
    takeOver(kind);
    setDraft(undefined);
  };
  return [draft, close];
}
