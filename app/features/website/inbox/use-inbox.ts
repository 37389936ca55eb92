/** A folder of the inbox, page after page, and what is done to its messages: shown at once, put back where it fails. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { callApi } from "#app/live/api.ts";
import { closeToastsAbout, offerUndo, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { InboxAct, InboxCounts, InboxFolder, InboxPage, InboxRow } from "#lib/inbox.ts";
import { doneWords } from "./inbox-words.ts";

export type InboxFilter = { folder: InboxFolder; search: string; isUnread: boolean };

export type InboxList = {
  /** Undefined until the first answer. */
  rows: readonly InboxRow[] | undefined;
  counts: InboxCounts | undefined;
  problem: string | undefined;
  isReading: boolean;
  hasMore: boolean;
  more: () => void;
  refresh: () => void;
  run: (rows: readonly InboxRow[], act: InboxAct) => void;
  /** A message was answered: its row says so. */
  answered: (id: string) => void;
};

/** By id; null for what is no longer in the folder. `of`: the answer that they change. */
type Changes = { of: unknown; rows: ReadonlyMap<string, Partial<InboxRow> | null> };
const noChanges: Changes = { of: undefined, rows: new Map() };

type More = { of: string; rows: InboxRow[]; next: string | null };

export function useInbox({ folder, search, isUnread }: InboxFilter): InboxList {
  const path = useMemo(() => {
    const query = new URLSearchParams({ folder });
    if (search !== "") query.set("search", search);
    if (isUnread) query.set("unread", "1");
    return `/api/inbox?${query.toString()}` as const;
  }, [folder, search, isUnread]);
  const read = useCallback(
    async (signal: AbortSignal) => {
      const [page, counts] = await Promise.all([
        callApi<InboxPage>("GET", path, undefined, { signal }),
        callApi<InboxCounts>("GET", "/api/inbox/counts", undefined, { signal }),
      ]);
      return { ...page, counts };
    },
    [path],
  );
  const { value, problem, isReading, refresh: ask, change } = useFresh(read, problemText);
  const [later, setLater] = useState<More>();
  // Until the server has said the next time what is.
  const [changes, setChanges] = useState<Changes>(noChanges);
  const changed = changes.of === value ? changes.rows : noChanges.rows;
  const extra = later?.of === path ? later : undefined;
  const next = extra === undefined ? (value?.next ?? null) : extra.next;

  const more = useCallback(() => {
    if (next === null) return;
    const read = async () => {
      try {
        const url = `${path}&after=${encodeURIComponent(next)}` as const;
        const page = await callApi<InboxPage>("GET", url);
        setLater((before) => ({
          of: path,
          rows: [...(before?.of === path ? before.rows : []), ...page.rows],
          next: page.next,
        }));
      } catch (error) {
        tellProblem(problemText(error));
      }
    };
    void read();
  }, [next, path]);

  const refresh = useCallback(() => {
    setLater(undefined);
    void ask();
  }, [ask]);

  // Whoever goes to another folder meanwhile wants to see what is there.
  const shown = useRef(ask);
  useEffect(() => {
    shown.current = ask;
  }, [ask]);
  const send = useCallback(async (ids: string[], act: InboxAct) => {
    await callApi("POST", "/api/inbox/change", { ids, act });
    await shown.current();
  }, []);

  const run = useCallback(
    (rows: readonly InboxRow[], act: InboxAct) => {
      if (rows.length === 0) return;
      const ids = rows.map(({ id }) => id);
      // The way back from what was done before would not be the way back from this. Reading moves nothing.
      if (act.do !== "read") closeToastsAbout(ids);
      setChanges((before) => {
        const after = new Map(before.of === value ? before.rows : []);
        for (const id of ids) after.set(id, act.do === "read" ? { read: act.read } : null);
        return { of: value, rows: after };
      });
      const back: InboxAct | undefined =
        act.do === "delete"
          ? { do: "restore" }
          : act.do === "move"
            ? // What is opened by its address may lie in another folder than the list.
              { do: "move", folder: rows[0]?.folder ?? folder }
            : undefined;
      const sendNow = async () => {
        try {
          await send(ids, act);
        } catch (error) {
          setChanges(noChanges);
          tellProblem(problemText(error));
          return;
        }
        if (act.do !== "read") setLater(undefined);
        if (back === undefined) return;
        offerUndo({ text: doneWords(ids.length, act), undo: () => send(ids, back), about: ids });
      };
      void sendNow();
    },
    [folder, send, value],
  );

  const answered = useCallback(
    (id: string) =>
      change((before) => ({
        ...before,
        rows: before.rows.map((row) => (row.id === id ? { ...row, isReplied: true } : row)),
      })),
    [change],
  );

  const rows = useMemo(() => {
    if (value === undefined) return undefined;
    const seen = new Set<string>();
    return [...value.rows, ...(extra?.rows ?? [])].flatMap((row) => {
      const over = changed.get(row.id);
      if (over === null || seen.has(row.id)) return [];
      seen.add(row.id);
      return { ...row, ...over };
    });
  }, [value, extra, changed]);

  return {
    rows,
    counts: value?.counts,
    problem,
    isReading,
    hasMore: next !== null,
    more,
    refresh,
    run,
    answered,
  };
}
