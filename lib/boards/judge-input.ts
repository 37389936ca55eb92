/** What the judge is given, what it answers, and what a board's log says. */
import type { Item } from "../records/register.ts";
import type { Act } from "./acts.ts";
import type { Counts } from "./counts.ts";
import type { Member } from "./roles.ts";
import type { BoardKind } from "./shape.ts";
import type { DatabaseJson } from "../server-backend.ts";

/** As it was stored at one `seq`. */
export type BoardState = {
  seq: number;
  /** By uid. */
  members: ReadonlyMap<string, Member>;
  counts: Counts;
  /** All that the writes touch: see touched.ts. Undefined: there is none. */
  stored: (kind: BoardKind, id: string) => Item | undefined;
  /** By path, of files that the writes name. Undefined: it is not there. */
  file: (path: string) => { type: string; sizeBytes: number } | undefined;
};

export type JudgeInput = BoardState & {
  board: string;
  /** Who writes: an owner or a member of it. */
  uid: string;
  /** As they are called now; empty: nobody knows. */
  name: string;
  /** Milliseconds since 1970. */
  now: number;
  /** By path below the board, as touched.ts has found them good. */
  writes: Record<string, unknown>;
};

/** Why something is not taken; `register` null: all of the item. */
export type TurnedBack = { item: string; register: string | null; text: string };

export type Verdict =
  /** `update` by path below the root. */
  | { update: Record<string, DatabaseJson>; acts: Act[] }
  /** Somebody was quicker: nothing is written. */
  | "stale"
  /** All of it is there. */
  | "nothing"
  | { refused: TurnedBack[] };

/** An item that is written, before and after. */
export type Changed = {
  kind: BoardKind;
  id: string;
  /** `KIND/ID` */
  key: string;
  before: Item | undefined;
  after: Item;
  /** Registers that are not stored like this. */
  written: readonly string[];
};

/** As `boards/{board}/log/s{seq}` has it. */
export type LogEntry = {
  /** Milliseconds since 1970. */
  at: number;
  by: string;
  /** None where nothing is said of it, such as of another order. */
  acts?: readonly Act[];
  /** All registers that were written, with their stamps: `cards/ID/place 1795…012`. */
  w: readonly string[];
};

/** Of equal length, so that they are in their order; not a number, or a log would be read as a list. */
export function logKey(seq: number): string {
  return `s${String(seq).padStart(9, "0")}`;
}
