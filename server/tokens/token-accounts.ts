/**
 * AI tokens (docs/tokens.md). `tokenAccounts/{uid}` is the truth, changed by conditional put alone. What a change is to
 * leave in the ledger stands in the account as `last` until it is there, and no other change is made before: whatever
 * dies in between, nothing is lost and nothing is counted twice. `users/{uid}/userAITokens` follows.
 */
import { setTimeout as wait } from "node:timers/promises";
import { everyChildPage, inStep } from "#lib/every-child.ts";
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { createFirstTokens } from "./first-tokens.ts";
import { createFollower } from "./follow-balance.ts";
import {
  accountPath,
  asMap,
  changeId,
  freeOf,
  ledgerPath,
  readAccount,
  readChange,
} from "./token-account.ts";
import type { TokenAccount, TokenChange } from "./token-account.ts";
import { check, isNobody, isWhole, mostTokens, sameAs } from "./token-checks.ts";
import { noAccount, notEnough, tooMany } from "./token-checks.ts";
import { type TokenHolds, createHolds } from "./token-holds.ts";

export type { TokenChange } from "./token-account.ts";
export { TokensError } from "./token-checks.ts";

type TokensBackend = Pick<
  ServerBackend,
  | "getValue"
  | "putValue"
  | "updateValues"
  | "queryValues"
  | "exportChildren"
  | "getAccount"
  | "getDocument"
  | "commit"
>;

export type TokenAccounts = TokenHolds & {
  /**
   * Makes the account of somebody who has a record, once; later it settles whether the first tokens were theirs, when
   * their address has been proved since. Null without a record. @throws BackendError
   */
  open(uid: string): Promise<TokenAccount | null>;
  /** @returns the change, that of before when the key is known. @throws TokensError, BackendError */
  grant(
    uid: string,
    change: { amount: number; reason: string; key: string; by: string },
  ): Promise<TokenChange>;
  /** What is held cannot be taken. @throws TokensError `not-enough`, BackendError */
  debit(
    uid: string,
    change: { amount: number; reason: string; key: string; by?: string },
  ): Promise<TokenChange>;
  /** Whether a change of this key was made. @throws BackendError */
  knows(uid: string, key: string): Promise<boolean>;
  /** Null when there is none. @throws BackendError */
  account(uid: string): Promise<TokenAccount | null>;
  /** Newest first; `before` is an entry's id. @throws BackendError */
  ledger(
    uid: string,
    query: { before?: string | undefined; limit: number },
  ): Promise<TokenChange[]>;
  /** Opens what is missing, and what follows the accounts is brought up to them. */
  repair(): Promise<void>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
  /** The same; a repair goes no further than where it is. */
  close(): Promise<void>;
};

/** What a record begins with. */
const firstBalance = 10;
const maxTries = 40;
/** Entries of an account that are kept; keys of older ones are forgotten. */
const keptEntries = 5000;
const trimEvery = 100;
const maxKnown = 10_000;

type NewChange = Pick<TokenChange, "key" | "kind" | "amount" | "reason" | "by">;

export function createTokenAccounts(deps: {
  backend: TokensBackend;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Shared by all copies of the server; without it one that is kept with the documents. */
  secret?: string | undefined;
  keepEntries?: number;
}): TokenAccounts {
  const { backend, log, now, secret, keepEntries = keptEntries } = deps;
  const firstTokens = createFirstTokens({ backend, secret });
  const follower = createFollower({ backend, log });
  const queues = new Map<string, Promise<unknown>>();
  /** By uid the change whose ledger entry is known to be there. */
  const known = new Map<string, string>();
  let isClosed = false;

  /** One change of an account after the other; other copies of the server meet at the condition. */
  function inTurn<Result>(uid: string, work: () => Promise<Result>): Promise<Result> {
    const result = (queues.get(uid) ?? Promise.resolve()).then(work);
    const ended: Promise<unknown> = result
      .catch(() => undefined)
      .finally(() => {
        if (queues.get(uid) === ended) queues.delete(uid);
      });
    queues.set(uid, ended);
    return result;
  }

  async function read(uid: string) {
    const { value, etag } = await backend.getValue(accountPath(uid));
    return { account: readAccount(value), etag };
  }

  function remember(uid: string, change: string): void {
    known.delete(uid);
    known.set(uid, change);
    const oldest = known.keys().next().value;
    if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
  }

  /** The last change's entry is there afterwards. */
  async function complete(uid: string, { last, seq }: TokenAccount): Promise<void> {
    if (last === null) return;
    // An account that was erased and opened again begins at the first number again.
    const change = `${last.id} ${last.at} ${last.key}`;
    if (known.get(uid) === change) return;
    const entry = `${ledgerPath(uid)}/${last.id}`;
    await backend.updateValues({ [entry]: last });
    const { account } = await read(uid);
    if (account === null || account.seq < seq) {
      // The account was erased just before: of its ledger nothing stays either.
      await backend.updateValues({ [entry]: null });
      return;
    }
    remember(uid, change);
    if (seq % trimEvery === 0) await trim(uid, seq);
  }

  async function trim(uid: string, seq: number): Promise<void> {
    if (seq <= keepEntries) return;
    const query = { orderBy: "$key", endAt: changeId(seq - keepEntries), limit: 2 * trimEvery };
    const old = await backend.queryValues(ledgerPath(uid), query);
    const gone = old.map(([id]) => [`${ledgerPath(uid)}/${id}`, null] as const);
    if (gone.length > 0) await backend.updateValues(Object.fromEntries(gone));
  }

  async function findByKey(uid: string, account: TokenAccount, key: string) {
    if (account.last?.key === key) return account.last;
    const query = { orderBy: "key", equalTo: key, limit: 1 };
    const [found] = await backend.queryValues(ledgerPath(uid), query);
    return found === undefined ? null : readChange(found[1]);
  }

  /**
   * Until nobody was quicker. Only in turn.
   * @param step undefined: somebody was
   * @throws TokensError, BackendError
   */
  async function inTries<Result>(
    uid: string,
    step: (account: TokenAccount, etag: string) => Promise<Result | undefined>,
  ): Promise<Result> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      let { account, etag } = await read(uid);
      if (account === null) {
        if ((await openNow(uid)) === null) throw noAccount();
        ({ account, etag } = await read(uid));
        if (account === null) continue;
      }
      const result = await step(account, etag);
      if (result !== undefined) return result;
      await wait(Math.random() * Math.min(200, 5 * (tries + 1)));
    }
    throw new Error(`The token account of ${uid} changes all the time.`);
  }

  /** The change of before with this key. Every change but the last one is in the ledger then. */
  async function madeBefore(uid: string, account: TokenAccount, key: string) {
    await complete(uid, account);
    return findByKey(uid, account, key);
  }

  const change = (uid: string, wanted: NewChange): Promise<TokenChange> =>
    inTries(uid, async (account, etag) => {
      const before = await madeBefore(uid, account, wanted.key);
      if (before !== null) return sameAs(before, wanted);
      const balance = account.balance + wanted.amount;
      if (wanted.amount < 0 && freeOf(account) + wanted.amount < 0)
        throw notEnough(freeOf(account));
      if (balance > mostTokens) throw tooMany();
      const next = nextAccount(account, { ...wanted, balance }, now());
      return (await put(uid, next, etag)) ? next.last : undefined;
    });

  async function put(
    uid: string,
    next: TokenAccount & { last: TokenChange },
    etag: string,
  ): Promise<boolean> {
    if (!(await backend.putValue(accountPath(uid), next, etag))) return false;
    try {
      await complete(uid, next);
    } catch (error) {
      // It is done: the entry is completed before the next change, or when somebody reads the ledger.
      log.warn({ err: error, uid }, "a ledger entry of tokens is not written yet");
    }
    follower.follow(uid);
    return true;
  }

  /** Only in turn. */
  async function openNow(uid: string): Promise<TokenAccount | null> {
    const { account, etag } = await read(uid);
    if (account !== null && account.isProved) return account;
    const record = asMap((await backend.getValue(`users/${uid}`)).value);
    if (typeof record["user_id"] !== "string") return account;
    const proved = await provedEmail(uid);
    if (account === null) return openFirst(uid, { etag, record, proved });
    if (proved === undefined) return account;
    if (!(await firstTokens.claim(proved, uid))) await takeBack(uid, account);
    // Its etag is another one now, whatever was done.
    const later = await read(uid);
    if (later.account === null) return null;
    const settled = { ...later.account, isProved: true };
    return (await backend.putValue(accountPath(uid), settled, later.etag)) ? settled : account;
  }

  async function openFirst(
    uid: string,
    facts: { etag: string; record: Record<string, DatabaseJson>; proved: string | undefined },
  ): Promise<TokenAccount | null> {
    const { etag, record, proved } = facts;
    const stated = record["userAITokens"];
    // Nobody but the server or the owner can have written another number there.
    const isOwners = isWhole(stated) && stated !== firstBalance && stated <= mostTokens;
    const isTheirs = isOwners || proved === undefined || (await firstTokens.claim(proved, uid));
    const balance = isOwners ? stated : isTheirs ? firstBalance : 0;
    const nothing = { balance: 0, seq: 0, holds: {}, last: null };
    const isProved = isOwners || proved !== undefined;
    const opening = {
      key: "open",
      kind: "open" as const,
      amount: balance,
      balance,
      by: "server",
      reason: isTheirs ? "First tokens" : "This address had its first tokens before",
    };
    const next = nextAccount({ ...nothing, isProved }, opening, now());
    if (await put(uid, next, etag)) return next;
    // Another copy of the server was faster.
    return (await read(uid)).account;
  }

  async function takeBack(uid: string, account: TokenAccount): Promise<void> {
    await complete(uid, account);
    const amount = -Math.min(firstBalance, freeOf(account));
    // A process that died before it was settled had taken them already, from another balance.
    if (amount === 0 || (await findByKey(uid, account, "open-back")) !== null) return;
    const reason = "This address had its first tokens before";
    await change(uid, { kind: "debit", key: "open-back", amount, reason, by: "server" });
  }

  async function provedEmail(uid: string): Promise<string | undefined> {
    const account = await backend.getAccount(uid);
    return account?.emailVerified === true && account.email !== null ? account.email : undefined;
  }

  async function repair(): Promise<void> {
    const records = everyChildPage(backend, "users");
    for await (const pairs of inStep(records, everyChildPage(backend, "tokenAccounts"))) {
      for (const { key: uid, left, right } of pairs) {
        if (isClosed) return;
        const record = asMap(left);
        const account = readAccount(right);
        if (typeof record["user_id"] !== "string") continue;
        // oxlint-disable-next-line no-await-in-loop -- few are wrong, and nobody waits for them
        await mend(uid, account, record["userAITokens"] ?? null);
      }
    }
  }

  async function mend(uid: string, account: TokenAccount | null, stated: DatabaseJson) {
    try {
      if (account === null) await inTurn(uid, () => openNow(uid));
      else if (stated !== account.balance) {
        await inTurn(uid, () => complete(uid, account));
        follower.follow(uid);
      }
    } catch (error) {
      log.error({ err: error, uid }, "a token account could not be repaired");
    }
  }

  const holds = createHolds({
    inTurn: (uid, step) => inTurn(uid, () => inTries(uid, step)),
    // Whose address was proved just now may have had the first tokens before: what is held they would not lose.
    inTurnOpened: (uid, step) =>
      inTurn(uid, async () => {
        await openNow(uid);
        return inTries(uid, step);
      }),
    madeBefore,
    replace: (uid, next, etag) => backend.putValue(accountPath(uid), next, etag),
    take: async (uid, { account, etag, ...taken }) => {
      const balance = account.balance + taken.amount;
      const next = nextAccount(account, { ...taken, kind: "debit", by: "server", balance }, now());
      return (await put(uid, next, etag)) ? next.last : undefined;
    },
    now,
  });

  async function settled(): Promise<void> {
    while (queues.size > 0) await Promise.all(queues.values());
    await follower.settled();
  }

  return {
    ...holds,
    open: async (uid) => (isNobody(uid) ? null : inTurn(uid, () => openNow(uid))),
    async grant(uid, { amount, reason, key, by }) {
      check(uid, { amount, reason, key });
      return inTurn(uid, () => change(uid, { kind: "grant", amount, reason, key, by }));
    },
    async debit(uid, { amount, reason, key, by = "server" }) {
      check(uid, { amount, reason, key });
      return inTurn(uid, () => change(uid, { kind: "debit", amount: -amount, reason, key, by }));
    },
    async knows(uid, key) {
      const account = isNobody(uid) ? null : (await read(uid)).account;
      return account !== null && (await findByKey(uid, account, key)) !== null;
    },
    account: async (uid) => (isNobody(uid) ? null : (await read(uid)).account),
    async ledger(uid, { before, limit }) {
      if (isNobody(uid)) return [];
      const { account } = await read(uid);
      if (account !== null) await complete(uid, account);
      const entries = await backend.queryValues(ledgerPath(uid), {
        orderBy: "$key",
        ...(before !== undefined && { endBefore: { value: null, key: before } }),
        limit,
        last: true,
      });
      return entries.flatMap(([, value]) => readChange(value) ?? []);
    },
    repair,
    settled,
    async close() {
      isClosed = true;
      await settled();
    },
  };
}

function nextAccount(
  account: TokenAccount,
  change: Omit<TokenChange, "id" | "at">,
  nowMs: number,
): TokenAccount & { last: TokenChange } {
  const seq = account.seq + 1;
  const last = { ...change, id: changeId(seq), at: new Date(nowMs).toISOString() };
  return { ...account, balance: change.balance, seq, last };
}
