/**
 * Items made of registers: a value, the stamp of its writing and the stamp of what it replaced. A server takes a register
 * only if it replaces what is stored, so no write was made in ignorance of another. See docs/drafts.md.
 */

/** What a register holds besides its two stamps; a text or a set is in `v`. */
export type Parts = Readonly<Record<string, string | number | boolean>>;

export type Register = {
  value: Parts;
  /** Stamp of this write; see stamps.ts. */
  t: number;
  /** Stamp of the write that it replaced; 0: there was none. */
  p: number;
};

export type Item = {
  /** Server time of the last write, milliseconds; 0 while no server has it. */
  at: number;
  registers: Readonly<Record<string, Register>>;
};

/** One register written, in a browser that waits for the server. */
export type Op = {
  kind: string;
  id: string;
  register: string;
  value: Parts;
  /** What was there when it was written; null: nothing. */
  from: Parts | null;
  p: number;
  t: number;
  /** It makes the item. */
  isNew?: true;
};

export type Shape = {
  /** Its `v` is somebody's words: what loses is kept beside it. */
  text: (kind: string, register: string) => boolean;
  /** Its `v` are words, each at most once, in any order: both sides' changes count. */
  set: (kind: string, register: string) => boolean;
  /** Of texts in which both sides' changes may have a place; undefined: nobody can say where, and one of them loses. */
  merge?: (kind: string, register: string) => MergeTexts | undefined;
};

type MergeTexts = (from: string, ours: string, theirs: string) => string | undefined;

/** As a database has it. Undefined: that is no item. What is no register in it is left out. */
export function readItem(value: unknown): Item | undefined {
  if (!isRecord(value) || typeof value["at"] !== "number") return undefined;
  const registers: Record<string, Register> = {};
  for (const [name, stored] of Object.entries(value)) {
    const register = name === "at" ? undefined : readRegister(stored);
    if (register) registers[name] = register;
  }
  return { at: value["at"], registers };
}

function readRegister(stored: unknown): Register | undefined {
  if (!isRecord(stored)) return undefined;
  const { t, p, ...rest } = stored;
  if (typeof t !== "number" || typeof p !== "number") return undefined;
  const value: Record<string, Parts[string]> = {};
  for (const [name, part] of Object.entries(rest)) {
    if (typeof part === "string" || typeof part === "number" || typeof part === "boolean") {
      value[name] = part;
    }
  }
  return { value, t, p };
}

export function storedRegister({ value, t, p }: Register): Record<string, Parts[string]> {
  return { ...value, t, p };
}

/** With what waits laid over it, in its order. Undefined: there is neither. */
export function shown(item: Item | undefined, ops: readonly Op[]): Item | undefined {
  if (ops.length === 0) return item;
  const registers = { ...item?.registers };
  for (const { register, value, t, p } of ops) registers[register] = { value, t, p };
  return { at: item?.at ?? 0, registers };
}

/** Whether somebody has taken it away, and nobody has written words into it since. */
export function isGone(shape: Shape, kind: string, { registers }: Item): boolean {
  const { gone } = registers;
  if (gone?.value["v"] !== true) return false;
  return !Object.entries(registers).some(([name, { t }]) => t > gone.t && shape.text(kind, name));
}

/** With their stamps. */
export function sameItem(one: Item, other: Item): boolean {
  if (one === other) return true;
  const names = Object.keys(one.registers);
  return (
    one.at === other.at &&
    names.length === Object.keys(other.registers).length &&
    names.every((name) => {
      const [a, b] = [one.registers[name], other.registers[name]];
      return a && b && a.t === b.t && a.p === b.p && equalParts(a.value, b.value);
    })
  );
}

export function equalParts(one: Parts, other: Parts): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && one[name] === other[name])
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
