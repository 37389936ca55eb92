import type { QuickAdd } from "../quick-add-parts.ts";
export function shown({
  due,
  start,
  rule,
  minutes,
  remind,
  list,
  labels,
  prio,
  notes,
}: QuickAdd): string {
  const at = (when: QuickAdd["due"]) =>
    when && `${when.date}${when.time === null ? "" : `T${when.time}`}`;
  return [
    due && `due ${at(due)}`,
    start && `start ${start}`,
    rule && `${rule.mode === "after" ? "after " : ""}${rule.rule}`,
    minutes && `${minutes} min`,
    remind && `remind ${at(remind)}`,
    list && `#${list.id ?? `new ${list.name}`}`,
    ...labels.map(({ id, name }) => `@${id ?? `new ${name}`}`),
    prio < 4 && `!${prio}`,
    notes && `// ${notes}`,
  ]
    .filter(Boolean)
    .join("; ");
}
