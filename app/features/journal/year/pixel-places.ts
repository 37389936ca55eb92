/** Where the days of a year stand in their picture: months as rows, or as columns where it is narrow. */
import type { JournalYear, YearDay } from "#lib/journal/year.ts";

export type Layout = { isTall: boolean };

/** Of a cell with the gap behind it, and of the cell. */
export const step = 20;
export const side = 17;
/** Before the first cell: names of months, numbers of days. */
export const edge = 30;
const [months, days] = [12, 31];

export function sizeOf({ isTall }: Layout): { width: number; height: number } {
  const [across, down] = isTall ? [months, days] : [days, months];
  return { width: edge + across * step, height: edge + down * step };
}

/** @param date `2026-12-01` */
export function placeOf(date: string, { isTall }: Layout): { x: number; y: number } {
  const [month, day] = [Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)) - 1];
  const [column, row] = isTall ? [month, day] : [day, month];
  return { x: edge + column * step, y: edge + row * step };
}

/** Undefined: no day is there. @param x as `placeOf` gives them */
export function dayAt(
  year: JournalYear,
  x: number,
  y: number,
  layout: Layout,
): YearDay | undefined {
  const [column, row] = [Math.floor((x - edge) / step), Math.floor((y - edge) / step)];
  const [month, day] = layout.isTall ? [column, row] : [row, column];
  return year.months[month]?.[day];
}

/** Cells of the same shade are one path: 366 elements would be slow to draw. By shade, those with no day left out. */
export function pathsOf(
  year: JournalYear,
  shadeOf: (day: YearDay) => number,
  layout: Layout,
): Map<number, string> {
  const paths = new Map<number, string>();
  for (const day of year.months.flat()) {
    const { x, y } = placeOf(day.date, layout);
    const shade = shadeOf(day);
    paths.set(shade, `${paths.get(shade) ?? ""}M${x} ${y}h${side}v${side}h-${side}z`);
  }
  return paths;
}
