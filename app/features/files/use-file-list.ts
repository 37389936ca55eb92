import { useCallback, useEffect, useRef, useState } from "react";
import { listFiles } from "#app/live/files.ts";
import type { StoredFile } from "#app/live/files.ts";
import { byName } from "./by-name.ts";
import { sentenceOf } from "./sentence-of.ts";

const pageSize = 30;

export type FileList = {
  /** Undefined until the first ones are there. */
  files: readonly StoredFile[] | undefined;
  hasMore: boolean;
  isLoading: boolean;
  /** Why the list is not there, or not as it is now. */
  problem: string | undefined;
  /** As many as are shown, as they are now. */
  refresh: () => void;
  more: () => void;
  /** Takes one off that was deleted. */
  drop: (name: string) => void;
};

type Listed = { files: StoredFile[]; next: string | undefined };

export function useFileList(prefix: string): FileList {
  const [listed, setListed] = useState<Listed>();
  const [problem, setProblem] = useState<string>();
  const [isLoading, setIsLoading] = useState(true);
  const shown = useRef(pageSize);
  const life = useRef<AbortController>(undefined);

  const read = useCallback(
    async (count: number): Promise<void> => {
      life.current?.abort();
      const mine = new AbortController();
      life.current = mine;
      shown.current = count;
      setIsLoading(true);
      try {
        const found = await listUpTo(prefix, count, mine.signal);
        if (mine.signal.aborted) return;
        setListed(found);
        setProblem(undefined);
      } catch (error) {
        if (mine.signal.aborted) return;
        setProblem(sentenceOf(error, "Your files could not be listed"));
      }
      setIsLoading(false);
    },
    [prefix],
  );
  const refresh = useCallback(() => void read(shown.current), [read]);

  useEffect(() => {
    refresh();
    addEventListener("online", refresh);
    return () => {
      removeEventListener("online", refresh);
      life.current?.abort();
    };
  }, [refresh]);

  return {
    files: listed?.files,
    hasMore: listed?.next !== undefined,
    isLoading,
    problem,
    refresh,
    more: () => void read(shown.current + pageSize),
    drop: (name) =>
      setListed((now) => now && { ...now, files: now.files.filter((file) => file.name !== name) }),
  };
}

async function listUpTo(prefix: string, count: number, signal: AbortSignal): Promise<Listed> {
  const files: StoredFile[] = [];
  let next: string | undefined;
  do {
    // Each page says where the next one begins.
    // oxlint-disable-next-line no-await-in-loop
    const page = await listFiles(prefix, {
      size: pageSize,
      signal,
      ...(next === undefined ? {} : { token: next }),
    });
    files.push(...page.files);
    next = page.next;
  } while (next !== undefined && files.length < count);
  return { files: files.toSorted(byName), next };
}
