/** What screens see: a list that is made anew at most once a frame, however many uploads move. */
import type { Upload } from "./upload.ts";

export type UploadList = {
  get(id: string): Upload | undefined;
  set(order: number, upload: Upload): void;
  /** One that is there. */
  change(id: string, change: Partial<Upload>): void;
  remove(id: string): void;
  clear(): void;
  snapshot(): readonly Upload[];
  subscribe(listener: () => void): () => void;
};

/** `nextFrame` calls it once, soon. */
export function createUploadList(nextFrame: (call: () => void) => void): UploadList {
  const rows = new Map<string, { order: number; upload: Upload }>();
  const listeners = new Set<() => void>();
  let isSorted = true;
  let lastOrder = -Infinity;
  let list: readonly Upload[] | undefined = [];
  let isAnnounced = false;

  function changed(): void {
    list = undefined;
    if (isAnnounced) return;
    isAnnounced = true;
    nextFrame(() => {
      isAnnounced = false;
      for (const listener of listeners) listener();
    });
  }

  function read(): readonly Upload[] {
    if (!isSorted) {
      const sorted = [...rows].toSorted(([, a], [, b]) => a.order - b.order);
      rows.clear();
      for (const [id, row] of sorted) rows.set(id, row);
      isSorted = true;
    }
    return Array.from(rows.values(), ({ upload }) => upload);
  }

  return {
    get: (id) => rows.get(id)?.upload,
    set(order, upload) {
      if (!rows.has(upload.id)) {
        if (order < lastOrder) isSorted = false;
        lastOrder = Math.max(lastOrder, order);
      }
      rows.set(upload.id, { order, upload });
      changed();
    },
    change(id, change) {
      const row = rows.get(id);
      if (row === undefined) return;
      rows.set(id, { ...row, upload: { ...row.upload, ...change } });
      changed();
    },
    remove(id) {
      if (rows.delete(id)) changed();
    },
    clear() {
      rows.clear();
      changed();
    },
    snapshot() {
      list ??= read();
      return list;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
