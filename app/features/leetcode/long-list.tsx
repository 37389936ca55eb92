/** Thousands of problems, of which only those in sight are in the page. Apart, because few sites have so many. */
import { WindowVirtualizer } from "virtua";
import type { ProblemRow } from "#lib/leetcode/problem-files.ts";
import type { ProblemFilter } from "./problem-filter.ts";
import { ProblemLine } from "./problem.tsx";

const usualHeight = 76;

type LongListProps = { rows: readonly ProblemRow[]; filter: ProblemFilter };

export default function LongList({ rows, filter }: LongListProps) {
  return (
    <div className="problems">
      <WindowVirtualizer as="ul" item="li" itemSize={usualHeight} data={rows}>
        {(row) => <ProblemLine key={row[0]} row={row} filter={filter} />}
      </WindowVirtualizer>
    </div>
  );
}
