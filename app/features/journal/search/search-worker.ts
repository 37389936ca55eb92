/**
 * Searches apart from the page. It has the keys of private journals as long as it lives: the page ends it at a lock. It
 * speaks to nobody but the page, and writes nothing but sealed indexes.
 */
import { openKeptSearch } from "#app/live/journals/kept-search.ts";
import { journalTool } from "#app/live/journals/journals-tool.ts";
import { openPackedStore, plainPacks } from "#app/live/records/packed-store.ts";
import { entryTextOf } from "#lib/journal/journal-items.ts";
import { lazyKinds } from "#lib/journal/shape.ts";
import { type JournalKeys, sealedName } from "#lib/sealed/keys.ts";
import { localCodec } from "#lib/sealed/local.ts";
import type { ToSearch } from "./search-messages.ts";
import { type KeptTexts, createSearchRooms } from "./search-rooms.ts";

type Scope = {
  postMessage(message: unknown): void;
  addEventListener(type: "message", hear: (event: MessageEvent<ToSearch>) => void): void;
};
const scope = globalThis as unknown as Scope;

let receive: ReturnType<typeof createSearchRooms> | undefined;

scope.addEventListener("message", ({ data }) => {
  if (data.kind === "begin") {
    const { uid } = data;
    receive = createSearchRooms({
      textsOf: (journal, keys) => textsOf(uid, journal, keys),
      kept: openKeptSearch(uid),
      say: (message) => scope.postMessage(message),
      clock: () => performance.now(),
    });
    return;
  }
  receive?.(data).catch((error: unknown) => {
    // The page hears of it as of any other fault of the worker. No words are in it.
    setTimeout(() => {
      throw new Error(`The search failed at ${data.kind}: ${(error as Error).name}`);
    });
  });
});

function textsOf(uid: string, journal: string, keys: JournalKeys | undefined): KeptTexts {
  const codec = keys
    ? { ...localCodec(keys, "pack"), nameOf: (key: string) => sealedName(keys, key) }
    : plainPacks;
  const store = openPackedStore(uid, journalTool(journal), { codec, lazy: lazyKinds });
  const docOf = (item: Parameters<typeof entryTextOf>[0]) => entryTextOf(item).doc;
  return {
    async *all() {
      for await (const some of store.lazy?.each() ?? []) {
        yield some
          .filter(({ kind }) => kind === "texts")
          .map(({ id, item }) => ({ id, doc: docOf(item) }));
      }
    },
    async some(ids) {
      const { items } = await store.find(ids.map((id) => ({ kind: "texts", id })));
      return new Map(items.map(({ id, item }) => [id, docOf(item)]));
    },
    close: () => store.close(),
  };
}
