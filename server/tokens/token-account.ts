/** What `tokenAccounts/{uid}` and `tokenLedger/{uid}/{id}` hold. Amounts are whole tokens. */
import type { DatabaseJson } from "#lib/server-backend.ts";

export type TokenChange = {
  /** In the order of the changes: `s000000000012`. */
  id: string;
  /** Whoever says the same key again changes nothing again. */
  key: string;
  kind: "open" | "grant" | "debit";
  /** What was added; below 0 for what was taken. */
  amount: number;
  /** After the change. */
  balance: number;
  reason: string;
  /** The uid of who did it, or `server`. */
  by: string;
  /** RFC 3339, UTC. */
  at: string;
};

type Hold = {
  amount: number;
  /** Milliseconds since 1970. */
  at: number;
};
type Holds = Record<string, Hold>;

export type TokenAccount = {
  balance: number;
  /** Of the last change; the first one is 1. */
  seq: number;
  /** Tokens that are kept for what is under way, by its key. */
  holds: Holds;
  /** Its ledger entry is completed before the next change. */
  last: TokenChange | null;
  /** Whether an address was proved for the first tokens; until then they may be taken back. */
  isProved: boolean;
};

export const accountPath = (uid: string) => `tokenAccounts/${uid}`;
export const ledgerPath = (uid: string) => `tokenLedger/${uid}`;

/** With a letter in front: a key that is a number would be ordered as one. */
export const changeId = (seq: number) => `s${String(seq).padStart(12, "0")}`;

/** Null for what is none. */
export function readAccount(value: DatabaseJson): TokenAccount | null {
  const { balance, seq, holds = null, last, isProved } = asMap(value);
  if (typeof balance !== "number" || typeof seq !== "number") return null;
  return {
    balance,
    seq,
    holds: readHolds(holds),
    last: readChange(last ?? null),
    isProved: isProved === true,
  };
}

function readHolds(value: DatabaseJson): Holds {
  const holds: Holds = {};
  for (const [key, stored] of Object.entries(asMap(value))) {
    const { amount, at } = asMap(stored);
    if (typeof amount === "number" && typeof at === "number") holds[key] = { amount, at };
  }
  return holds;
}

/** What may be spent: the rest is held. */
export function freeOf({ balance, holds }: TokenAccount): number {
  return Object.values(holds).reduce((free, { amount }) => free - amount, balance);
}

/** Null for what is none. */
export function readChange(value: DatabaseJson): TokenChange | null {
  const { id, key, kind, amount, balance, reason, by, at } = asMap(value);
  const isOne =
    typeof id === "string" &&
    typeof key === "string" &&
    (kind === "open" || kind === "grant" || kind === "debit") &&
    typeof amount === "number" &&
    typeof balance === "number" &&
    typeof reason === "string" &&
    typeof by === "string" &&
    typeof at === "string";
  return isOne ? { id, key, kind, amount, balance, reason, by, at } : null;
}

type Fields = Record<string, DatabaseJson>;

export function asMap(value: DatabaseJson): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
