/** Reads what somebody wants to import apart from the page, which stays quick: a file may be of hundreds of megabytes. */
import {
  type Found,
  type FoundGroup,
  type FoundPreview,
  ImportError,
} from "#lib/journal/exchange/found.ts";
import { openImport } from "#lib/journal/exchange/open-import.ts";
import { ZipError } from "#lib/zip/zip-directory.ts";
import type { FromReader, ToReader } from "./import-messages.ts";

type Scope = {
  postMessage(message: FromReader): void;
  addEventListener(type: "message", hear: (event: MessageEvent<ToReader>) => void): void;
};
const scope = globalThis as unknown as Scope;

/** Items that come together, about. */
const itemsAtOnce = 100;
const lettersAtOnce = 2_000_000;

let found: Found | undefined;
let groups: AsyncIterator<FoundGroup> | undefined;

scope.addEventListener("message", ({ data }) => {
  answer(data)
    .then((message) => scope.postMessage(message))
    .catch((error: unknown) => {
      const isKnown = error instanceof ImportError || error instanceof ZipError;
      const message = error instanceof Error ? error.message : String(error);
      scope.postMessage({ kind: "failed", message, isKnown });
    });
});

async function answer(asked: ToReader): Promise<FromReader> {
  switch (asked.kind) {
    case "open": {
      found = await openImport(asked.chosen);
      return { kind: "opened", from: found.from, journals: found.journals.map(previewOf) };
    }
    case "begin":
      groups = found?.journals[asked.journal]?.groups(asked.choices)[Symbol.asyncIterator]();
      return { kind: "groups", groups: await nextGroups() };
    case "next":
      return { kind: "groups", groups: await nextGroups() };
  }
}

function previewOf({ groups: _groups, ...preview }: FoundPreview & { groups: unknown }) {
  return preview;
}

async function nextGroups(): Promise<FoundGroup[]> {
  const some: FoundGroup[] = [];
  let [items, letters] = [0, 0];
  const from = groups;
  while (items < itemsAtOnce && letters < lettersAtOnce) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    const next = await from?.next();
    if (!next || next.done === true) break;
    some.push(next.value);
    items += Math.max(1, next.value.items.length);
    letters += lettersOf(next.value);
  }
  return some;
}

function lettersOf({ items }: FoundGroup): number {
  let letters = 0;
  for (const { registers } of items) {
    const doc = registers["doc"]?.["v"];
    letters += typeof doc === "string" ? doc.length : 100;
  }
  return letters;
}
