/** What was done on each day, by year. */
import { useCallback, useMemo } from "react";
import { archivedDays } from "#app/live/todo-archive.ts";
import { HeatMap } from "#app/parts/heatmap/heat-map.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { problemText } from "#app/session/problem-text.ts";
import { useSession } from "#app/session/session.ts";
import { useTodoApp } from "../use-todos.ts";
import { activityYear, doneDays } from "./year-days.ts";

/** What is older is in the archive. */
const yearsBack = 5;
const unit = { one: "task done", many: "tasks done" };

export function Activity({ today }: { today: string }) {
  const { store } = useTodoApp();
  const { user } = useSession();
  const uid = user?.uid ?? "";
  const thisYear = Number(today.slice(0, 4));
  const read = useCallback(
    async () =>
      Promise.all(
        Array.from({ length: yearsBack }, async (_, back) => {
          const year = thisYear - back;
          const days = new Map(Object.entries(await archivedDays(uid, year)));
          return { year, days };
        }),
      ),
    [uid, thisYear],
  );
  const { value: archived, problem, refresh } = useFresh(read, problemText);
  const version = store.version("rows");
  const years = useMemo(() => {
    const done = doneDays(store.tasks().values());
    const all = archived ?? [{ year: thisYear, days: new Map<string, number>() }];
    return all
      .map(({ year, days }) => activityYear(year, today, [days, done.get(year) ?? new Map()]))
      .filter(({ year, total }) => year === thisYear || total > 0);
    // What the store has is another one with each version.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store, version, archived, thisYear, today]);
  return (
    <>
      {problem === undefined ? null : (
        <ProblemNote
          text={`What was done more than a month ago is not shown: ${problem}`}
          onRetry={() => void refresh()}
        />
      )}
      <HeatMap years={years} label="Tasks done" unit={unit} />
    </>
  );
}
