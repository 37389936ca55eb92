/** What the page and the worker that reads an import say to each other. One thing is asked for at a time. */
import type { FoundGroup, FoundPreview, ReadChoices } from "#lib/journal/exchange/found.ts";
import type { Chosen } from "#lib/journal/exchange/open-import.ts";

export type ToReader =
  | { kind: "open"; chosen: readonly Chosen[] }
  /** The journal with this number, from its beginning. */
  | { kind: "begin"; journal: number; choices: ReadChoices }
  | { kind: "next" };

export type FromReader =
  | { kind: "opened"; from: "dayOne" | "markdown" | "foyer"; journals: readonly FoundPreview[] }
  /** None: that was all. */
  | { kind: "groups"; groups: readonly FoundGroup[] }
  | { kind: "failed"; message: string; isKnown: boolean };
