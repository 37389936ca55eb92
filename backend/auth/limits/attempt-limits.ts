/**
 * How often one may try: one door for everything that is guessed at or sent. What was a success is given back and so
 * never counts. Nothing here is kept over a restart.
 */
import { endSiteOf, networkOf } from "#lib/network-of.ts";
import { tooManyAttempts } from "../errors.ts";
import { type Delay, type Limit, type Meter, createBuckets, createDelays } from "./meters.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

export const DEFAULT_LIMITS = {
  /** Accounts made from one network, and questions whether an e-mail is taken. */
  signUpsPerNetwork: { count: 100, windowMs: HOUR_MS },
  /** Who has one IPv6 /64 often has many. */
  signUpsPerEndSite: { count: 300, windowMs: HOUR_MS },
  anonymousPerNetwork: { count: 100, windowMs: HOUR_MS },

  /** Failed sign-ins. */
  signInsPerNetwork: { count: 60, windowMs: 15 * MINUTE_MS },
  signInsPerEmailAndNetwork: { count: 10, windowMs: 15 * MINUTE_MS },
  signInDelayPerEmailAndNetwork: { free: 3, firstMs: 5 * SECOND_MS, maxMs: 15 * MINUTE_MS },
  /** Of everybody together, except from networks that are signed in to the account. */
  signInsPerEmail: { count: 100, windowMs: HOUR_MS },
  signInDelayPerEmail: { free: 10, firstMs: 5 * SECOND_MS, maxMs: 15 * MINUTE_MS },

  /**
   * Mails with codes, sent or not. Each kind by itself: some are not sent to who has an account, and with those nobody
   * must keep others from arriving.
   */
  mailDelayPerAddress: { free: 1, firstMs: MINUTE_MS, maxMs: 15 * MINUTE_MS },
  /** With the waits above, five in the first hour. */
  mailsPerAddress: { count: 4, windowMs: 2 * HOUR_MS },
  mailsPerNetwork: { count: 20, windowMs: HOUR_MS },
  mailsPerEndSite: { count: 60, windowMs: HOUR_MS },
  /** Of one kind, of everybody together; it holds back only mails to addresses that may be anybody's. */
  mailsToNewcomers: { count: 200, windowMs: HOUR_MS },
  /** The same for accounts that are a day old without having proved their address. */
  mailsToUnproved: { count: 500, windowMs: HOUR_MS },
  /** Mails to new addresses that an account with a proved one asks for. */
  emailChangesPerAccount: { count: 10, windowMs: 24 * HOUR_MS },
  /** Codes of mails that are not there. */
  codesPerNetwork: { count: 30, windowMs: 15 * MINUTE_MS },

  /** Credentials of other providers that are no good. */
  identitiesPerNetwork: { count: 60, windowMs: 15 * MINUTE_MS },

  /** Wrong codes. Who gets there has the password, so this keeps no owner out. */
  secondFactorDelayPerAccount: { free: 5, firstMs: MINUTE_MS, maxMs: 15 * MINUTE_MS },
  secondFactorsPerNetwork: { count: 60, windowMs: 15 * MINUTE_MS },
  enrollmentsPerAccount: { count: 10, windowMs: 15 * MINUTE_MS },
  /** Right codes: each sends a mail. */
  secondFactorsAddedPerAccount: { count: 10, windowMs: 24 * HOUR_MS },

  /** Mails about providers that became a way in. */
  newsPerAccount: { count: 10, windowMs: 24 * HOUR_MS },

  /** Assertions of service accounts that were refused. */
  tokenExchangesPerNetwork: { count: 30, windowMs: 15 * MINUTE_MS },
} satisfies Record<string, Limit | Delay>;

export type AttemptLimits = {
  [Name in keyof typeof DEFAULT_LIMITS]: (typeof DEFAULT_LIMITS)[Name] extends Limit
    ? Limit
    : Delay;
};

/** What an attempt is counted for; a kind needs those that its limits name. */
type AttemptKeys = {
  /** Address of who asks. */
  client?: string;
  /** In lower case: whose sign-in it is, or whom a mail goes to. */
  email?: string;
  /** uid */
  account?: string;
  /** Which kind of mail it asks for. */
  mail?: string;
};

type KeyName =
  | "network"
  | "endSite"
  | "email"
  | "emailAndNetwork"
  | "account"
  | "mail"
  | "mailAndEmail";

const KINDS = {
  signUp: { signUpsPerNetwork: "network", signUpsPerEndSite: "endSite" },
  anonymous: { anonymousPerNetwork: "network", signUpsPerEndSite: "endSite" },
  signIn: {
    signInsPerNetwork: "network",
    signInsPerEmailAndNetwork: "emailAndNetwork",
    signInDelayPerEmailAndNetwork: "emailAndNetwork",
    signInsPerEmail: "email",
    signInDelayPerEmail: "email",
  },
  signInFromKnownNetwork: {
    signInsPerNetwork: "network",
    signInsPerEmailAndNetwork: "emailAndNetwork",
    signInDelayPerEmailAndNetwork: "emailAndNetwork",
  },
  mail: {
    mailDelayPerAddress: "mailAndEmail",
    mailsPerAddress: "mailAndEmail",
    mailsPerNetwork: "network",
    mailsPerEndSite: "endSite",
  },
  mailToNewcomer: { mailsToNewcomers: "mail" },
  mailToUnproved: { mailsToUnproved: "mail" },
  emailChange: { emailChangesPerAccount: "account" },
  code: { codesPerNetwork: "network" },
  identity: { identitiesPerNetwork: "network" },
  secondFactor: { secondFactorDelayPerAccount: "account", secondFactorsPerNetwork: "network" },
  secondFactorEnrollment: { enrollmentsPerAccount: "account" },
  secondFactorAddition: { secondFactorsAddedPerAccount: "account" },
  news: { newsPerAccount: "account" },
  tokenExchange: { tokenExchangesPerNetwork: "network" },
} satisfies Record<string, Partial<Record<keyof AttemptLimits, KeyName>>>;

export type AttemptKind = keyof typeof KINDS;

export type Attempt = {
  /** It does not count: nothing was guessed, or nothing was done. */
  giveBack(): void;
  /** It was right: waits begin short again. */
  succeed(): void;
};

export type AttemptLimiter = {
  /**
   * Counts before the work begins, so that attempts at the same moment are counted too.
   * @throws TOO_MANY_ATTEMPTS_TRY_LATER with the seconds to wait
   */
  take(kind: AttemptKind, keys: AttemptKeys): Attempt;
  /** Proof of the account by another way ends the waits for guesses at its password. */
  forgetSignIns(keys: { client: string; email: string }): void;
};

export function createAttemptLimiter(limits: AttemptLimits, clock: () => number): AttemptLimiter {
  const meters = Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [
      name,
      "count" in limit ? createBuckets(limit, clock) : createDelays(limit, clock),
    ]),
  ) as Record<keyof AttemptLimits, Meter>;

  return {
    take(kind, keys) {
      const wanted = metersOf(meters, kind, keys);
      const waitMs = Math.max(...wanted.map(({ meter, key }) => meter.waitMs(key)));
      if (waitMs > 0) throw tooManyAttempts(Math.ceil(waitMs / 1000));
      for (const { meter, key } of wanted) meter.take(key);
      let isOpen = true;
      function end(how: "giveBack" | "forget"): void {
        if (!isOpen) return;
        isOpen = false;
        for (const { meter, key } of wanted) meter[how](key);
      }
      return { giveBack: () => end("giveBack"), succeed: () => end("forget") };
    },
    forgetSignIns(keys) {
      meters.signInDelayPerEmail.forget(textOf("email", keys));
      meters.signInDelayPerEmailAndNetwork.forget(textOf("emailAndNetwork", keys));
    },
  };
}

function metersOf(
  meters: Record<keyof AttemptLimits, Meter>,
  kind: AttemptKind,
  keys: AttemptKeys,
): { meter: Meter; key: string }[] {
  return Object.entries(KINDS[kind]).map(([name, keyName]) => ({
    meter: meters[name as keyof AttemptLimits],
    key: textOf(keyName, keys),
  }));
}

function textOf(name: KeyName, { client, email, account, mail }: AttemptKeys): string {
  const parts = {
    network: () => [networkOf(given(client))],
    endSite: () => [endSiteOf(given(client))],
    email: () => [given(email)],
    emailAndNetwork: () => [networkOf(given(client)), given(email)],
    account: () => [given(account)],
    mail: () => [given(mail)],
    mailAndEmail: () => [given(mail), given(email)],
  }[name]();
  return JSON.stringify(parts);
}

function given(text: string | undefined): string {
  if (text === undefined) throw new TypeError("A limit lacks the key that it counts by.");
  return text;
}
