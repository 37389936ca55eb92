/** Tokens that are kept for something under way, which takes them at its end or lets them go. docs/tokens.md */
import { type TokenAccount, type TokenChange, freeOf } from "./token-account.ts";
import { TokensError, check, isWhole, notEnough } from "./token-checks.ts";

/** Of one account; more things are not under way at once. */
const mostHolds = 20;

export type TokenHolds = {
  /**
   * Keeps tokens: nothing else can take them. With a key that holds already nothing changes.
   * @throws TokensError `not-enough`; `invalid` for a key that was settled; BackendError
   */
  hold(uid: string, hold: { key: string; amount: number }): Promise<void>;
  /**
   * Takes of what is held, and lets the rest go, in one step; 0 takes nothing.
   * @returns what was taken by this key, now or before; `gone`: nothing is held, and nothing was taken
   * @throws TokensError `invalid` for more than is held; BackendError
   */
  settle(
    uid: string,
    settled: { key: string; amount: number; reason: string },
  ): Promise<TokenChange | "released" | "gone">;
  /** @throws TokensError, BackendError */
  release(uid: string, key: string): Promise<void>;
};

type Step<Result> = (account: TokenAccount, etag: string) => Promise<Result | undefined>;

export function createHolds(deps: {
  inTurn: <Result>(uid: string, step: Step<Result>) => Promise<Result>;
  /** After it was looked whose the first tokens are. */
  inTurnOpened: <Result>(uid: string, step: Step<Result>) => Promise<Result>;
  madeBefore: (uid: string, account: TokenAccount, key: string) => Promise<TokenChange | null>;
  /** False: somebody was quicker. */
  replace: (uid: string, next: TokenAccount, etag: string) => Promise<boolean>;
  /** With its entry in the ledger; undefined: somebody was quicker. */
  take: (
    uid: string,
    taken: { account: TokenAccount; etag: string; key: string; amount: number; reason: string },
  ) => Promise<TokenChange | undefined>;
  /** Milliseconds since 1970. */
  now: () => number;
}): TokenHolds {
  const { inTurn, inTurnOpened, madeBefore, replace, take, now } = deps;

  const settle: TokenHolds["settle"] = async (uid, { key, amount, reason }) => {
    if (!isWhole(amount)) throw invalid("Give a whole number of tokens, 0 or more.");
    check(uid, { amount: amount || 1, reason, key });
    return inTurn(uid, async (account, etag) => {
      const before = await madeBefore(uid, account, key);
      if (before !== null) return before;
      const { [key]: held, ...holds } = account.holds;
      if (held === undefined) return "gone";
      if (amount > held.amount) throw invalid("More is to be taken than was held.");
      const rest = { ...account, holds };
      const amountNow = Math.min(amount, account.balance);
      if (amountNow > 0) return take(uid, { account: rest, etag, key, amount: -amountNow, reason });
      return (await replace(uid, rest, etag)) ? "released" : undefined;
    });
  };

  return {
    async hold(uid, { key, amount }) {
      check(uid, { amount, reason: key, key });
      await inTurnOpened(uid, async (account, etag) => {
        const held = account.holds[key];
        if (held?.amount === amount) return true;
        if (held !== undefined) throw invalid("This key holds another amount.");
        if ((await madeBefore(uid, account, key)) !== null) {
          throw invalid("This key was settled before.");
        }
        if (Object.keys(account.holds).length >= mostHolds) {
          throw new TokensError("too-many", `At most ${mostHolds} things are paid for at once.`);
        }
        if (freeOf(account) < amount) throw notEnough(freeOf(account));
        const holds = { ...account.holds, [key]: { amount, at: now() } };
        return (await replace(uid, { ...account, holds }, etag)) || undefined;
      });
    },
    settle,
    async release(uid, key) {
      await settle(uid, { key, amount: 0, reason: "Let go" });
    },
  };
}

function invalid(message: string): TokensError {
  return new TokensError("invalid", message);
}
