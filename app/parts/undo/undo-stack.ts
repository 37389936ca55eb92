/**
 * The last 20 acts of this tab and the way back from each. Undoing is writing what was there before; what somebody else,
 * or another tab, has changed since stays as it is, and is said.
 */
import type { Change, Records } from "#app/live/records/records.ts";
import type { Item, Parts, Register } from "#lib/records/register.ts";
import { equalParts } from "#lib/records/register.ts";

type Written = {
  kind: string;
  id: string;
  register: string;
  /** Null: there was none. */
  before: Parts | null;
  beforeT: number;
  /** Stamp of the act. */
  t: number;
  /** The act made the item. */
  isNew: boolean;
};

export type Act = {
  /** As it is offered: "Undo: Complete Pay rent". */
  words: string;
  written: Written[];
  /** Acts of one of these in a row are one, such as typing in a field. */
  together: string | undefined;
};

/** How many items were changed since by somebody else, and stay, of how many. */
export type Undone = { act: Act; kept: number; of: number };

export type UndoStack = {
  /** Undo comes back to before the first of them when `together` is that of the last act. */
  run(words: string, changes: readonly Change[], together?: string): Act;
  /** The field was left: what is typed next is another act. */
  settle(): void;
  /** The last one, or another that is still there. Undefined: there is none. */
  undo(act?: Act): Undone | undefined;
  redo(): Undone | undefined;
  /** The next ones. */
  state: () => { undo: string | undefined; redo: string | undefined };
  subscribe: (listener: () => void) => () => void;
};

const maxActs = 20;
const mostItems = 150;

/** What undoing must know of a tool's registers. */
export type UndoShape = {
  /** As one that was never written is read. */
  emptyOf(register: string): Parts;
  /** Made or not, it is there: it does not go when the first change of it is undone. */
  isAlwaysThere(kind: string, id: string): boolean;
  /** The server writes it by itself: that is no change by somebody else. */
  isServers?(kind: string, register: string): boolean;
  /** What is written to bring a value back, such as by whom. */
  restored?(register: string, value: Parts): Parts;
};

type StackParts = {
  records: Pick<Records, "item" | "change">;
  shape: UndoShape;
  /** After each change: `KIND/ID`. */
  onChange: (keys: ReadonlySet<string>) => void;
  onFault: (error: unknown) => void;
};

export function createUndoStack({ records, shape, onChange, onFault }: StackParts): UndoStack {
  let done: readonly Act[] = [];
  let undone: readonly Act[] = [];
  let next: { undo: string | undefined; redo: string | undefined } = {
    undo: undefined,
    redo: undefined,
  };
  const listeners = new Set<() => void>();

  function become(nextDone: readonly Act[], nextUndone: readonly Act[]): void {
    done = nextDone.slice(-maxActs);
    undone = nextUndone;
    next = { undo: done.at(-1)?.words, redo: undone.at(-1)?.words };
    for (const listener of listeners) listener();
  }

  function write(words: string, changes: readonly Change[], together?: string): Act {
    const before = changes.map(({ kind, id, register }) => registerOf(records, kind, id, register));
    for (const some of inParts(changes)) records.change(some).catch(onFault);
    const written = changes.map(({ kind, id, register, isNew = false }, at): Written => ({
      kind,
      id,
      register,
      before: before[at]?.value ?? null,
      beforeT: before[at]?.t ?? 0,
      t: registerOf(records, kind, id, register)?.t ?? 0,
      isNew: isNew && !shape.isAlwaysThere(kind, id),
    }));
    onChange(new Set(changes.map(itemOf)));
    return { words, written, together };
  }

  /** What an undo has put back is again what an earlier act wrote. */
  function carry(of: Act, back: Act): void {
    const stamps = new Map(back.written.map((one) => [nameOf(one), one.t]));
    const known = new Map(of.written.map((one) => [nameOf(one), one.beforeT]));
    const firsts = back.written.filter((one) => known.get(nameOf(one)) === 0);
    for (const act of [...done, ...undone]) {
      for (const one of act.written) {
        const name = nameOf(one);
        const stamp = stamps.get(name);
        if (stamp !== undefined && known.get(name) === one.t) one.t = stamp;
      }
      // Written and taken back: whoever made the item may still take all of it back.
      const made = firsts.length === 0 ? undefined : madeBy(act);
      for (const one of firsts) {
        if (!made?.has(itemOf(one))) continue;
        act.written.push({ ...one, before: null, beforeT: 0, isNew: true });
      }
    }
  }

  function takeBack(act: Act): Undone & { back: Act } {
    const items = Map.groupBy(act.written, itemOf);
    const kept = new Set<string>();
    const changes: Change[] = [];
    // What was made first goes last: a server may take nothing away that something else still stands in.
    for (const [key, own] of [...items].toReversed()) {
      const { kind, id } = own[0]!;
      const item = records.item(kind, id);
      const isSame = ({ register, t }: Written) => item?.registers[register]?.t === t;
      if (own.some(({ isNew }) => isNew)) {
        const isTouched = !item || !isOnly(item, own, shape);
        if (isTouched) kept.add(key);
        else changes.push({ kind, id, register: "gone", value: { v: true } });
        continue;
      }
      for (const one of own) {
        const before = one.before ?? shape.emptyOf(one.register);
        const value = shape.restored?.(one.register, before) ?? before;
        const now = item?.registers[one.register];
        if (!isSame(one)) kept.add(key);
        else if (!now || !equalParts(now.value, value)) {
          changes.push({ kind, id, register: one.register, value });
        }
      }
    }
    const back =
      changes.length === 0
        ? { words: act.words, written: [], together: undefined }
        : write(act.words, changes);
    carry(act, back);
    return { act, back, kept: kept.size, of: items.size };
  }

  return {
    run(words, changes, together) {
      const act = write(words, changes, together);
      const last = done.at(-1);
      if (last && together !== undefined && last.together === together) {
        const before = new Map(last.written.map((one) => [nameOf(one), one]));
        for (const one of act.written) {
          const first = before.get(nameOf(one));
          if (first) first.t = one.t;
          else last.written.push(one);
        }
        become(done, []);
        return last;
      }
      become([...done, act], []);
      return act;
    },
    settle() {
      const last = done.at(-1);
      if (last) last.together = undefined;
    },
    undo(act = done.at(-1)) {
      if (!act || !done.includes(act)) return undefined;
      const { back, ...said } = takeBack(act);
      become(
        done.filter((one) => one !== act),
        back.written.length === 0 ? undone : [...undone, back],
      );
      return said;
    },
    redo() {
      const act = undone.at(-1);
      if (!act) return undefined;
      const { back, ...said } = takeBack(act);
      become(back.written.length === 0 ? done : [...done, back], undone.slice(0, -1));
      return said;
    },
    state: () => next,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What arrives together: a server takes so many items at once. */
function* inParts(changes: readonly Change[]): Generator<readonly Change[]> {
  let [from, ids] = [0, new Set<string>()];
  for (const [at, { kind, id }] of changes.entries()) {
    if (ids.size === mostItems && !ids.has(`${kind}/${id}`)) {
      yield changes.slice(from, at);
      [from, ids] = [at, new Set()];
    }
    ids.add(`${kind}/${id}`);
  }
  yield changes.slice(from);
}

function itemOf({ kind, id }: Pick<Written, "kind" | "id">): string {
  return `${kind}/${id}`;
}

function madeBy({ written }: Act): ReadonlySet<string> {
  return new Set(written.filter(({ isNew }) => isNew).map(itemOf));
}

function nameOf({ kind, id, register }: Pick<Written, "kind" | "id" | "register">): string {
  return `${kind}/${id}/${register}`;
}

function registerOf(
  records: Pick<Records, "item">,
  kind: string,
  id: string,
  register: string,
): Register | undefined {
  return records.item(kind, id)?.registers[register];
}

/** Nobody has written anything into it since it was made. */
function isOnly({ registers }: Item, made: readonly Written[], shape: UndoShape): boolean {
  const kind = made[0]?.kind ?? "";
  return Object.entries(registers).every(([name, { t, value }]) =>
    name === "gone"
      ? value["v"] !== true
      : shape.isServers?.(kind, name) === true ||
        made.some(({ register, t: own }) => register === name && own === t),
  );
}
