/** Documents of journals in memory, under the rules that they have at the server; requests and answers can get lost. */
import type { JournalDocuments, StoredDocument } from "../../journals/record-documents.ts";
import { NoAnswerError } from "../../outbox/outbox.ts";

export type DocumentFaults = {
  fault?: (() => "before" | "after" | undefined) | undefined;
  /** Resolves when the request has arrived. */
  delay?: (() => Promise<void>) | undefined;
};

export class DocumentsServer {
  /** Its clock, milliseconds. */
  readonly now: () => number;
  /** By path. */
  documents = new Map<string, StoredDocument>();
  /** All that was ever written. */
  readonly written: Uint8Array[] = [];
  readonly counts = { commits: 0, races: 0, reads: 0 };
  readonly #listeners = new Set<() => void>();
  #updates = 0;

  constructor(now: () => number) {
    this.now = now;
  }

  /** As the site itself. */
  put(path: string, texts: StoredDocument["texts"]): void {
    this.documents.set(path, this.#made(path, { rev: 1, texts }));
  }

  /** As an administrator who puts an old back-up in its place: nobody is told. */
  restore(documents: ReadonlyMap<string, StoredDocument>): void {
    this.documents = new Map(documents);
  }

  onWritten(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  below(parent: string): StoredDocument[] {
    const begin = `${parent}/`;
    const paths = [...this.documents].filter(([path]) => path.startsWith(begin));
    return paths.map(([, document]) => document);
  }

  client({ fault, delay }: DocumentFaults): JournalDocuments {
    const ask = async <Answer>(work: () => Answer): Promise<Answer> => {
      const lost = fault?.();
      await (delay?.() ?? Promise.resolve());
      if (lost === "before") throw new NoAnswerError("Lost.");
      const answer = structuredClone(work());
      if (lost === "after") throw new NoAnswerError("Its answer was lost.");
      return answer;
    };
    return {
      read: (paths) =>
        ask(() => {
          this.counts.reads += paths.length;
          const documents = paths.map((path) => this.documents.get(path));
          return { documents, readTime: this.now() };
        }),
      list: ({ parent, limit, since, after, isIndex }) =>
        ask(() => {
          const order = since === undefined ? byName : byTime;
          const asked = this.below(parent)
            .filter(({ at }) => since === undefined || at >= since)
            .filter((one) => after === undefined || order(one, after) > 0)
            .toSorted(order)
            .slice(0, limit);
          this.counts.reads += asked.length;
          return isIndex ? asked.map(({ c: _c, d: _d, ...rest }) => rest) : asked;
        }),
      count: (parent) => ask(() => this.below(parent).length),
      commit: (writes, same) =>
        ask(() => {
          const isAsRead = (path: string, updateTime: string | undefined) =>
            this.documents.get(path)?.updateTime === updateTime;
          const isNext = ({ path, rev }: (typeof writes)[number]) =>
            rev === null || rev === (this.documents.get(path)?.rev ?? 0) + 1;
          const isTaken =
            [...same, ...writes].every(({ path, updateTime }) => isAsRead(path, updateTime)) &&
            writes.every(isNext);
          this.counts[isTaken ? "commits" : "races"] += 1;
          if (!isTaken) return undefined;
          for (const write of writes) {
            if (write.rev === null) this.documents.delete(write.path);
            else this.documents.set(write.path, this.#made(write.path, write));
          }
          for (const listener of this.#listeners) listener();
          return this.now();
        }),
    };
  }

  #made(
    path: string,
    { rev, fields, texts = {} }: { rev: number; fields?: object; texts?: StoredDocument["texts"] },
  ): StoredDocument {
    this.#updates += 1;
    const { c, d } = structuredClone(fields ?? {}) as Pick<StoredDocument, "c" | "d">;
    if (c) this.written.push(c);
    return {
      doc: path.slice(path.lastIndexOf("/") + 1),
      rev,
      at: this.now(),
      time: String(this.now()),
      updateTime: String(this.#updates),
      texts,
      ...(c && { c }),
      ...(d !== undefined && { d }),
    };
  }
}

const byName = (one: StoredDocument, other: StoredDocument): number =>
  one.doc < other.doc ? -1 : Number(one.doc > other.doc);
const byTime = (one: StoredDocument, other: StoredDocument): number =>
  one.at - other.at || byName(one, other);
