/** What must hold of a board at every `seq`, whoever wrote it. */
import { isAlive, numberIn } from "../board-items.ts";
import { countsOf, countsWritten, readCounts } from "../counts.ts";
import type { LogEntry } from "../judge-input.ts";
import { logKey } from "../judge-input.ts";
import { boardKinds } from "../shape.ts";
import { type Item, readItem } from "../../records/register.ts";

const none: ReadonlySet<string> = new Set();

/**
 * @param value `boards/{board}`, whole
 * @param purged items (`KIND/ID`) that were deleted for good once: who has not heard of it brings them back as they were
 * @throws Error that says what does not hold
 */
export function assertBoard(value: unknown, purged = none): void {
  const stored = (value ?? {}) as Record<string, unknown>;
  const items = itemsOf(stored);
  const numbers = items.flatMap(({ kind, item }) =>
    kind === "cards" ? [numberIn(item, "number")] : [],
  );
  if (new Set(numbers).size !== numbers.length) throw new Error("A number was given twice.");
  const given = readCounts(stored["counts"]);
  if (numbers.some((number) => number < 1 || number > given.number)) {
    throw new Error("A card has a number that nobody gave.");
  }
  const real = countsOf(items, given.number);
  const wrong = countsWritten(given, real);
  if (Object.keys(wrong).length > 0) throw new Error(`Really it is ${JSON.stringify(wrong)}.`);
  const columns = new Map(
    items.flatMap((one) => (one.kind === "columns" ? [[one.id, one.item]] : [])),
  );
  for (const [id, count] of real.alive) {
    const column = columns.get(id);
    if (!column || !isAlive("columns", column))
      throw new Error(`Cards stand in ${id}, which is gone.`);
    const limit = numberIn(column, "limit");
    if (limit > 0 && count > limit)
      throw new Error(`${id} has ${count} of at most ${limit} cards.`);
  }
  assertLog(stored, items, purged);
}

function itemsOf(stored: Record<string, unknown>) {
  return boardKinds.flatMap((kind) =>
    Object.entries(stored[kind] ?? {}).flatMap(([id, value]) => {
      const item = readItem(value);
      return item ? [{ kind, id, item }] : [];
    }),
  );
}

/** Each seq has its entry, each stored stamp is in one, and those of a register rise. */
function assertLog(
  stored: Record<string, unknown>,
  items: readonly { kind: string; id: string; item: Item }[],
  purged: ReadonlySet<string>,
): void {
  const log = (stored["log"] ?? {}) as Record<string, { w?: LogEntry["w"] }>;
  const last = new Map<string, number>();
  const seq = Number(stored["seq"] ?? 0);
  for (let at = 1; at <= seq; at += 1) {
    const entry = log[logKey(at)];
    if (!entry) throw new Error(`The log lacks ${logKey(at)}.`);
    // The database keeps no list that is empty.
    for (const line of entry.w ?? []) {
      const [place = "", stamp = ""] = line.split(" ");
      const isBack = purged.has(place.slice(0, place.lastIndexOf("/")));
      const least = (last.get(place) ?? 0) + (isBack ? 0 : 1);
      if (Number(stamp) < least) throw new Error(`${line} does not rise.`);
      last.set(place, Number(stamp));
    }
  }
  if (Object.keys(log).length !== seq) throw new Error("The log has more than was written.");
  for (const { kind, id, item } of items) {
    for (const [register, { t }] of Object.entries(item.registers)) {
      if (kind === "cards" && register === "number") continue;
      const place = `${kind}/${id}/${register}`;
      if (last.get(place) !== t) throw new Error(`The log does not know ${place} ${t}.`);
    }
  }
}
