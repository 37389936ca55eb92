/** Many changes in parts that the server takes at once, each item whole. */
import { mostInBatch } from "./limits.ts";

type Written = { kind: string; id: string; value: unknown };

/** Beside it a register's place and stamps go over the wire. Letters. */
const around = 160;
const most = { items: mostInBatch.items * 0.75, letters: mostInBatch.bytes * 0.15 };

/** In their order. @param changes those of an item in a row */
export function importParts<One extends Written>(changes: readonly One[]): One[][] {
  const parts: One[][] = [];
  let part: One[] = [];
  let [items, letters] = [0, 0];
  for (const item of itemsOf(changes)) {
    const size = item.reduce((sum, { value }) => sum + JSON.stringify(value).length + around, 0);
    if (part.length > 0 && (items + 1 > most.items || letters + size > most.letters)) {
      parts.push(part);
      [part, items, letters] = [[], 0, 0];
    }
    part.push(...item);
    items += 1;
    letters += size;
  }
  return part.length === 0 ? parts : [...parts, part];
}

function itemsOf<One extends Written>(changes: readonly One[]): One[][] {
  const items: One[][] = [];
  for (const change of changes) {
    const last = items.at(-1);
    if (last?.[0]?.id === change.id && last[0].kind === change.kind) last.push(change);
    else items.push([change]);
  }
  return items;
}
