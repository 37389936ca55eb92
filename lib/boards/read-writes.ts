/** The writes of an update, each held against what is stored: its form, whether its author may, whether they have seen it. */
import { type Item, type Register, equalParts } from "../records/register.ts";
import { textIn, wordsIn } from "./board-items.ts";
import type { Changed, JudgeInput, TurnedBack } from "./judge-input.ts";
import { aheadMs } from "./limits.ts";
import { may } from "./roles.ts";
import { type BoardKind, isBoardKind } from "./shape.ts";
import { faultOfValue, neededOf } from "./values.ts";

type Read = Omit<Changed, "after" | "written"> & { registers: Record<string, Register> };
type Written = { kind: BoardKind; id: string; key: string; register: string; next: Register };

const wrong = "This is nothing that a board can keep.";

/** Items in the order of the writes; none where all of it is stored already. */
export function readWrites(
  input: JudgeInput,
): { changed: Changed[] } | "stale" | { refused: TurnedBack[] } {
  const refused: TurnedBack[] = [];
  const items = new Map<string, Read>();
  let isStale = false;
  for (const [path, value] of Object.entries(input.writes)) {
    const write = readWrite(input, path, value);
    if (write === undefined) continue;
    if ("text" in write) {
      refused.push(write);
      continue;
    }
    const { kind, id, key, register, next } = write;
    const before = input.stored(kind, id);
    const item = items.get(key) ?? { kind, id, key, before, registers: {} };
    items.set(key, item);
    const there = before?.registers[register];
    if (isSame(next, there)) continue;
    const text = faultOf(input, write, before);
    if (text !== undefined) refused.push({ item: key, register, text });
    isStale ||= !hasSeen(next, there, input.now);
    item.registers[register] = next;
  }
  const changed = [...items.values()].flatMap(({ registers, ...item }): Changed[] => {
    const written = Object.keys(registers);
    if (written.length === 0) return [];
    const after: Item = {
      at: item.before?.at ?? 0,
      registers: { ...item.before?.registers, ...registers },
    };
    return [{ ...item, after, written }];
  });
  for (const item of changed) {
    if (refused.some((one) => one.item === item.key)) continue;
    const text = faultOfItem(input, item);
    if (text !== undefined) refused.push({ item: item.key, register: null, text });
  }
  if (refused.length > 0) return { refused };
  return isStale ? "stale" : { changed };
}

/** Undefined: it is the server's own. */
function readWrite(
  { uid }: JudgeInput,
  path: string,
  value: unknown,
): Written | TurnedBack | undefined {
  const [kind = "", id = "", register = ""] = path.split("/");
  if (!isBoardKind(kind) || register === "at" || path === `cards/${id}/number`) return undefined;
  const key = `${kind}/${id}`;
  const next = readRegister(value);
  if (next === undefined) return { item: key, register, text: wrong };
  // Whoever moves or ticks something has done it, whatever they say.
  const { by } = next.value;
  const isActed = register === "place" || register === "done";
  const own = isActed && by !== undefined ? { ...next.value, by: uid } : next.value;
  const parts = kind === "comments" && register === "of" ? notAhead(own, next.t) : own;
  const text = faultOfValue(kind, register, parts);
  if (text !== undefined) return { item: key, register, text };
  return { kind, id, key, register, next: { ...next, value: parts } };
}

/** A comment is no younger than its stamp, or it would be the newest for ever. The same again is the same. */
function notAhead(parts: Register["value"], t: number): Register["value"] {
  const { on } = parts;
  const latest = Math.floor(t / 1000);
  return typeof on === "number" && on > latest ? { ...parts, on: latest } : parts;
}

function readRegister(value: unknown): Register | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { t, p, ...parts } = value as Record<string, unknown>;
  if (!Number.isSafeInteger(t) || !Number.isSafeInteger(p) || Number(p) < 0) return undefined;
  const isPlain = Object.values(parts).every(
    (part) => typeof part === "string" || typeof part === "number" || typeof part === "boolean",
  );
  return isPlain ? { value: parts as Register["value"], t: Number(t), p: Number(p) } : undefined;
}

const isSame = (next: Register, there: Register | undefined): boolean =>
  there !== undefined && there.t === next.t && equalParts(there.value, next.value);

const hasSeen = ({ t, p }: Register, there: Register | undefined, now: number): boolean =>
  p === (there?.t ?? 0) && t > p && t <= (now + aheadMs) * 1000;

/** Whether this author may write this. */
function faultOf(
  input: JudgeInput,
  { kind, register, next }: Written,
  before: Item | undefined,
): string | undefined {
  const { uid, members } = input;
  const role = members.get(uid)?.role ?? "viewer";
  if (kind === "board" && !may(role, "settings")) {
    return "Only an owner can change the board itself.";
  }
  if (register === "of" && kind !== "lost") {
    if (before?.registers["of"]) return "What this belongs to cannot be changed.";
    if (next.value["by"] !== uid) return "Nobody can add something for somebody else.";
  }
  if (kind === "comments" && before) {
    const isOwn = textIn(before, "of", "by") === uid;
    if (register === "gone" && !isOwn && role !== "owner") {
      return "Only who wrote a comment, or an owner, can delete it.";
    }
    if (register !== "gone" && !isOwn) return "Only who wrote a comment can change it.";
  }
  if (kind === "cards" && register === "people") {
    const had = new Set(wordsIn(before, "people"));
    const added = String(next.value["v"]).split(" ").filter(Boolean);
    if (added.some((word) => !had.has(word) && !members.has(word))) {
      return "Only members of the board can be given a card.";
    }
  }
  return undefined;
}

function faultOfItem({ board, file }: JudgeInput, changed: Changed): string | undefined {
  const { kind, id, before, after, written } = changed;
  if (neededOf[kind].some((register) => !after.registers[register])) {
    return before === undefined
      ? "This is not all of it, so nothing was made."
      : "It is not there any more.";
  }
  if (kind !== "files" || !written.includes("of")) return undefined;
  const path = textIn(after, "of", "path");
  const [prefix, name = ""] = [`boards/${board}/${id}/`, path.split("/").at(-1)];
  const found = path === `${prefix}${name}` ? file(path) : undefined;
  const { type, size } = after.registers["of"]?.value ?? {};
  const isThere = found !== undefined && found.type === type && found.sizeBytes === size;
  return isThere ? undefined : "This file did not arrive.";
}
