/** What was changed here of a journal that has moved meanwhile: put into the one that it became, by hand. */
import { randomId } from "#app/live/random-id.ts";
import type { Change, Records } from "#app/live/records/records.ts";
import { journalShape, lazyKinds } from "#lib/journal/shape.ts";
import type { Item, Op } from "#lib/records/register.ts";
import { joinOps } from "#lib/records/settle-ops.ts";
import { wordsOf } from "../entry/keep-text.ts";

/**
 * As they were meant: over what they were written on they are written; where somebody else has written since, the later
 * one stands, and of texts both are kept.
 * @param itemOf of the journal that takes them
 */
export function movedChanges(
  ops: readonly Op[],
  itemOf: (kind: string, id: string) => Item | undefined,
): Change[] {
  return joinedOps(ops).flatMap((op): Change[] => {
    const { kind, id, register, value, from, t, isNew } = op;
    const there = itemOf(kind, id);
    const now = there?.registers[register];
    const change = { kind, id, register, value };
    if (there === undefined) return isNew || kind === "texts" ? [{ ...change, isNew: true }] : [];
    if (now === undefined || isSame(now.value, from)) return [change];
    if (isSame(now.value, value)) return [];
    if (!journalShape.text(kind, register)) return now.t < t ? [change] : [];
    return kept(kind, id, register, String(value["v"] ?? ""));
  });
}

/** What was kept in two goes was written on what came first. */
function joinedOps(ops: readonly Op[]): Op[] {
  const before: Op[] = [];
  let last: readonly Op[] = [];
  for (const op of ops) {
    const joined = joinOps(last, [op]);
    if (!joined) before.push(...last);
    last = joined ?? [op];
  }
  return [...before, ...last];
}

function kept(kind: string, id: string, register: string, text: string): Change[] {
  if (kind === "lost" || wordsOf(register, text).trim() === "") return [];
  const made = { kind: "lost", id: randomId(), isNew: true as const };
  return [
    { ...made, register: "of", value: { v: `${kind}/${id}/${register}` } },
    { ...made, register: "text", value: { v: text } },
  ];
}

/** Resolves once this browser keeps them. @throws NoAnswerError a text is neither here nor reachable */
export async function putInto(records: Records, ops: readonly Op[]): Promise<void> {
  const held = new Set(ops.filter(isLazy).map(keyOf));
  const ends: (() => void)[] = [];
  try {
    for (const key of held) {
      const [kind = "", id = ""] = key.split("/");
      // oxlint-disable-next-line no-await-in-loop -- there are few
      ends.push(await records.hold(kind, id));
    }
    await records.change(movedChanges(ops, (kind, id) => records.item(kind, id)));
  } finally {
    for (const end of ends) end();
  }
}

/** Its words, for who saves them as a text. */
export function wordsIn(ops: readonly Op[]): string {
  return ops
    .filter(({ kind, register }) => journalShape.text(kind, register))
    .map(({ register, value }) => wordsOf(register, String(value["v"] ?? "")))
    .filter((words) => words.trim() !== "")
    .join("\n\n");
}

const isLazy = ({ kind }: Op): boolean => lazyKinds.some((lazy) => lazy === kind);
const keyOf = ({ kind, id }: Op): string => `${kind}/${id}`;

function isSame(one: Op["value"], other: Op["value"] | null): boolean {
  if (other === null) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}
