/**
 * Acts on accounts: shown at once, sent, and taken back where the server refuses; what can be undone offers that. The
 * changes stay over the rows of the list until the server's own rows say the same or some seconds have gone.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { ApiError } from "#app/live/api.ts";
import { offerUndo, tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import type { Sync } from "#app/parts/tool-frame/sync-state.tsx";
import type { UserAct, UserActResult, UserRow } from "#lib/user-admin.ts";
import { problemText } from "#app/session/problem-text.ts";
import { callAdmin } from "../call-admin.ts";
import { doneWords, reverseOf } from "./act-words.ts";

type RowChange = Partial<UserRow>;

/** `left`: of whom it is not known that it was done. `problem`: why, unless the admin left it themselves. */
type Outcome = { left: readonly UserRow[]; problem: string | undefined };

export type UserActs = {
  /** Says what was refused in a toast. Never rejects. True when nothing was refused. */
  run: (rows: readonly UserRow[], act: UserAct) => Promise<boolean>;
  /** The same for who says the problem in their own place. Never rejects. */
  attempt: (rows: readonly UserRow[], act: UserAct) => Promise<Outcome>;
  /** Takes back an entry of the audit log. @throws ApiError */
  undo: (uid: string, act: UserAct, entry: string) => Promise<void>;
  /** What is shown over a row. */
  over: ReadonlyMap<string, RowChange>;
};

/** The directory follows an account a moment later. */
const stayMs = 4000;

export function useUserActs(options: {
  onSync: (sync: Sync | undefined) => void;
  onChanged: () => void;
}): UserActs {
  const { onSync, onChanged } = options;
  const [over, setOver] = useState<ReadonlyMap<string, RowChange>>(new Map());
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) clearTimeout(timer);
    };
  }, []);

  const cover = useCallback((uids: readonly string[], change: RowChange | undefined) => {
    setOver((before) => {
      const next = new Map(before);
      for (const uid of uids) {
        if (change === undefined) next.delete(uid);
        else next.set(uid, { ...next.get(uid), ...change });
      }
      return next;
    });
  }, []);

  const send = useCallback(
    async (uids: readonly string[], act: UserAct, undoes?: readonly string[]) => {
      cover(uids, changeOf(act));
      onSync("saving");
      try {
        const { results } = await callAdmin<{ results: UserActResult[] }>(
          "POST",
          "/api/users/act",
          { uids, act, ...(undoes?.length === uids.length && { undoes }) },
        );
        cover(
          results.filter(({ done }) => !done).map(({ uid }) => uid),
          undefined,
        );
        const done = results.filter((result) => result.done).map(({ uid }) => uid);
        const timer = setTimeout(() => {
          timers.current.delete(timer);
          cover(done, undefined);
          onChanged();
        }, stayMs);
        timers.current.add(timer);
        onSync("saved");
        return results;
      } catch (error) {
        cover(uids, undefined);
        onSync(undefined);
        throw error;
      } finally {
        onChanged();
      }
    },
    [cover, onSync, onChanged],
  );

  const attempt = useCallback(
    async (rows: readonly UserRow[], act: UserAct): Promise<Outcome> => {
      try {
        const results = await send(
          rows.map(({ uid }) => uid),
          act,
        );
        const byUid = new Map(rows.map((row) => [row.uid, row]));
        const done = results.flatMap((result) => {
          const row = byUid.get(result.uid);
          return result.done && row ? [{ row, audit: result.audit }] : [];
        });
        const refused = results.filter((result) => !result.done);
        const doneUids = new Set(done.map(({ row }) => row.uid));
        const outcome = {
          left: rows.filter(({ uid }) => !doneUids.has(uid)),
          problem: refused.length > 0 ? refusedWords(refused, byUid) : undefined,
        };
        if (done.length === 0) return outcome;
        const words = doneWords(
          act,
          done.map(({ row }) => row),
        );
        const groups = reverseOf(act, done);
        const about = done.map(({ row }) => row.uid);
        if (groups.length === 0) tell(words, about);
        else {
          offerUndo({
            text: words,
            about,
            undo: async () => {
              for (const { uids, act: back, undoes } of groups) {
                // oxlint-disable-next-line no-await-in-loop -- what fails first is said
                const answers = await send(uids, back, undoes);
                const failed = answers.find((answer) => !answer.done);
                if (failed?.done === false) throw new Error(failed.message);
              }
            },
          });
        }
        return outcome;
      } catch (error) {
        return { left: rows, problem: problemText(error) };
      }
    },
    [send],
  );

  const run = useCallback(
    async (rows: readonly UserRow[], act: UserAct): Promise<boolean> => {
      const { left, problem } = await attempt(rows, act);
      tellProblem(problem);
      return left.length === 0;
    },
    [attempt],
  );

  const undo = useCallback(
    async (uid: string, act: UserAct, entry: string) => {
      const [result] = await send([uid], act, [entry]);
      if (result?.done !== false) return;
      throw new ApiError(result.message, { status: 409, code: result.code });
    },
    [send],
  );

  return useMemo(() => ({ run, attempt, undo, over }), [run, attempt, undo, over]);
}

/** What an act changes of a row. */
function changeOf(act: UserAct): RowChange | undefined {
  switch (act.do) {
    case "role":
      return { role: act.role };
    case "disable":
      return { disabled: true, disabledReason: act.reason };
    case "enable":
      return { disabled: false, disabledReason: null };
    case "restore":
      return { deletionAt: null };
    case "delete":
      return { deletionAt: new Date(Date.now() + graceMs).toISOString() };
    case "tokens":
      return undefined;
  }
}

const graceMs = 14 * 24 * 60 * 60 * 1000;

function refusedWords(
  refused: readonly Extract<UserActResult, { done: false }>[],
  rows: ReadonlyMap<string, UserRow>,
): string {
  const [first] = refused;
  if (first === undefined) return "";
  const row = rows.get(first.uid);
  const who = row?.name || row?.email || first.uid;
  const more = refused.length > 1 ? ` And ${refused.length - 1} more were refused.` : "";
  return `${who}: ${first.message}${more}`;
}
