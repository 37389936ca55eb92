/** The page's side of the worker that reads an import. */
import {
  type FoundGroup,
  type FoundPreview,
  ImportError,
  type ReadChoices,
} from "#lib/journal/exchange/found.ts";
import type { Chosen } from "#lib/journal/exchange/open-import.ts";
import type { FromReader, ToReader } from "./import-messages.ts";

export type ReaderWorker = Pick<Worker, "postMessage" | "addEventListener" | "terminate">;

export type OpenedImport = {
  from: "dayOne" | "markdown" | "foyer";
  journals: readonly FoundPreview[];
};

export type ImportReader = {
  /** @throws ImportError with a sentence */
  open(chosen: readonly Chosen[]): Promise<OpenedImport>;
  /** Of the journal with this number, about a hundred items at a time. @throws ImportError with a sentence */
  groups(journal: number, choices: ReadChoices): AsyncGenerator<readonly FoundGroup[]>;
  close(): void;
};

const broken = "The file could not be read to its end. Choose it once more.";

export function createImportReader(worker: ReaderWorker = startWorker()): ImportReader {
  let waiting: PromiseWithResolvers<FromReader> | undefined;

  worker.addEventListener("message", ({ data }: MessageEvent<FromReader>) =>
    waiting?.resolve(data),
  );
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    // What failed in the browser has no other log than its console.
    // oxlint-disable-next-line no-console
    console.error("The import could not be read", event.message);
    waiting?.resolve({ kind: "failed", message: broken, isKnown: true });
  });

  async function ask(message: ToReader): Promise<FromReader> {
    waiting = Promise.withResolvers();
    worker.postMessage(message);
    const answer = await waiting.promise;
    if (answer.kind !== "failed") return answer;
    if (answer.isKnown) throw new ImportError(answer.message);
    // oxlint-disable-next-line no-console
    console.error("The import could not be read", answer.message);
    throw new ImportError(broken);
  }

  return {
    async open(chosen) {
      const answer = await ask({ kind: "open", chosen });
      if (answer.kind !== "opened") throw new ImportError(broken);
      return { from: answer.from, journals: answer.journals };
    },
    async *groups(journal, choices) {
      let asked: ToReader = { kind: "begin", journal, choices };
      for (;;) {
        const answer = await ask(asked);
        if (answer.kind !== "groups") throw new ImportError(broken);
        if (answer.groups.length === 0) return;
        yield answer.groups;
        asked = { kind: "next" };
      }
    },
    close() {
      worker.terminate();
      waiting?.resolve({ kind: "failed", message: broken, isKnown: true });
    },
  };
}

function startWorker(): ReaderWorker {
  return new Worker(new URL("./import-worker.ts", import.meta.url), { type: "module" });
}
