/** What a tool has for the palette, said in its `feature.ts`, which is loaded with the palette: small, and no tool's code. */
export type ToolFeature = {
  /** The tool's page: who may open it is offered these. */
  path: string;
  entries: readonly ToolEntry[];
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
