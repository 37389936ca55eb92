/** What a tab tells the others of its uploads: a few times a second, however many of them move. */
import type { ShownUpload, Tabs } from "./tabs.ts";

const EVERY_MS = 200;

export type Telling = {
  changed(id: string): void;
  /** At once. */
  tell(ids: readonly string[]): void;
  close(): void;
};

/** `find` gives an upload as it is then; undefined when it is forgotten. */
export function createTelling(
  tabs: Pick<Tabs, "own" | "send">,
  find: (id: string) => ShownUpload | undefined,
): Telling {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(ids: Iterable<string>): void {
    const uploads = Array.from(ids, find).filter((shown) => shown !== undefined);
    if (uploads.length > 0) tabs.send({ kind: "shown", tab: tabs.own, uploads });
  }

  return {
    changed(id) {
      changed.add(id);
      timer ??= setTimeout(() => {
        timer = undefined;
        tell(changed);
        changed.clear();
      }, EVERY_MS);
    },
    tell,
    close: () => clearTimeout(timer),
  };
}
