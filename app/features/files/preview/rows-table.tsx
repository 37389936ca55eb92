/** A table of any length: only the lines that are seen are there, which elements of a table cannot be. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useRef } from "react";
import { Virtualizer } from "virtua";

export type Column = {
  label: string;
  /** As CSS has tracks of a grid. */
  width: string;
  isNumber?: boolean;
};

type Props = {
  /** What it is a table of. */
  label: string;
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
};

const lineHeight = 32;

export function RowsTable({ label, columns, rows }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const line = { gridTemplateColumns: columns.map(({ width }) => width).join(" ") };
  return (
    <div
      ref={scroller}
      className="drive-table"
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      data-own-arrows
      // It is scrolled by keyboard, too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <div role="row" aria-rowindex={1} className="drive-table-head" style={line}>
        {columns.map((column, at) => (
          // Names of columns may be the same.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at} role="columnheader" data-number={column.isNumber || undefined}>
            <bdi>{column.label}</bdi>
          </span>
        ))}
      </div>
      <div role="rowgroup">
        <Virtualizer scrollRef={scroller} startMargin={lineHeight} itemSize={lineHeight}>
          {rows.map((row, index) => (
            // Rows stay where they are.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={index} role="row" aria-rowindex={index + 2} style={line}>
              {columns.map((column, at) => (
                // oxlint-disable-next-line react/no-array-index-key
                <span key={at} role="cell" data-number={column.isNumber || undefined}>
                  <bdi>{row[at] ?? ""}</bdi>
                </span>
              ))}
            </div>
          ))}
        </Virtualizer>
      </div>
    </div>
  );
}
