/** A CSV file as a table, its first line at its head. */
import { useMemo } from "react";
import { CsvError } from "#lib/read-csv.ts";
import { type Column, RowsTable } from "./rows-table.tsx";
import { type TableRows, tableRows } from "./table-rows.ts";
import TextView from "./text-view.tsx";
import { useText } from "./use-text.ts";
import type { ViewProps } from "./view-props.ts";
import { CutNote, FactsView, ViewProblem, Waiting } from "./view-states.tsx";

/** Bytes. */
const mostText = 5_000_000;
/** Letters of a column: the rest of a cell is shown where there is room, and in the file. */
const [fewestLetters, mostLetters] = [5, 40];
/** Looked at for how wide a column is. */
const measured = 200;

export default function TableView({ file, onDownload }: ViewProps) {
  const { value, problem, retry } = useText(file, mostText);
  const text = value?.text;
  const table = useMemo(
    () => (text === undefined ? undefined : readTable(text, file.name, value?.isCut === true)),
    [text, file.name, value],
  );
  if (problem) return <ViewProblem problem={problem} onRetry={retry} onDownload={onDownload} />;
  if (value === undefined) return <Waiting />;
  if (text === undefined) {
    return (
      <FactsView file={file} onDownload={onDownload}>
        This file is not text, whatever its name says. Download it to open it elsewhere.
      </FactsView>
    );
  }
  // One that is no table, or a broken one, can be read all the same.
  if (table === undefined || table.rows.length === 0) {
    return <TextView file={file} onDownload={onDownload} />;
  }
  const [, ...rows] = table.rows;
  return (
    <div className="drive-view-table">
      <p className="drive-view-facts faint">
        {rows.length.toLocaleString("en")} {rows.length === 1 ? "row" : "rows"}
      </p>
      {table.isCut ? (
        <CutNote onDownload={onDownload}>This is the beginning of a large table.</CutNote>
      ) : null}
      <RowsTable label={file.name} columns={columnsOf(table)} rows={rows} />
    </div>
  );
}

function readTable(text: string, name: string, isCut: boolean): TableRows | undefined {
  try {
    return tableRows(text, name, isCut);
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

function columnsOf({ rows, columns }: TableRows): Column[] {
  const sample = rows.slice(0, measured);
  return Array.from({ length: columns }, (_, at) => {
    const letters = Math.max(...sample.map((row) => row[at]?.length ?? 0));
    const width = Math.min(mostLetters, Math.max(fewestLetters, letters)) + 3;
    const cells = sample.slice(1).flatMap((row) => row[at] || []);
    const isNumber = cells.length > 0 && cells.every((cell) => /^[+-]?[\d.,\s%€$£]+$/.test(cell));
    return { label: rows[0]?.[at] ?? "", width: `${width}ch`, isNumber };
  });
}
