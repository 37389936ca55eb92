/** What a tool has for the palette, said in its `feature.ts`, which is loaded with the palette: small, and no tool's code. */
export type ToolFeature = {
  /** The tool's page: who may open it is offered these. */
  path: string;
  entries: readonly ToolEntry[];
  /** "Create from…": it takes drafts of this kind, whichever tool has them. */
  createFrom?: {
    kind: ToolDraft["kind"];
    /** Where it lies open once it is handed over: without words of the draft. */
    path: string;
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
