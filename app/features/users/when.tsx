import { minuteOf, shortDayOf } from "#app/parts/tool-frame/when.ts";

/** An instant in the reader's own time; the exact one is behind it. */
export function When({ at, withTime = false }: { at: string | number | null; withTime?: boolean }) {
  if (at === null) return <span className="faint">Never</span>;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <span className="faint">Unknown</span>;
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()}>
      {withTime ? minuteOf(at) : shortDayOf(at)}
    </time>
  );
}
