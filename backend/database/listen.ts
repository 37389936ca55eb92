/** One listen of one client: what it asked for, and how it is told. */
import type { DatabasePath } from "../rules/index.ts";
import type { Query } from "./query.ts";

/** What is new of a value. The same object is given to all listens that are told the same. */
export type Told = {
  /** `put` replaces what is at `at`; `merge` replaces several places below `at`, all at once. */
  kind: "put" | "merge";
  /** Below the listen's path: `a/b`; "" is the path itself. */
  at: string;
  /** JSON in export form; of a merge an object of paths. */
  data: string;
  /** The same, by place below the listen's path. */
  parts: readonly { at: string; text: string }[];
  /** How many children the listen's query selects now. */
  windowKeys: number;
};

/** Who listens, as its listens see it. */
export type ListenTarget = {
  /** Notices that its sign-in has expired; called before anything is read for it. */
  refreshAuth(): void;
  /** The caller as `keyOfCaller` says it: the same for those that are the same. */
  callerKey(): string;
  /** Changes whenever the caller does. */
  authVersion(): number;
  tell(listen: Listen, told: Told): void;
  /** Access was taken away, or the value has become too big, after the listen had been answered. */
  onEnded(listen: Listen, why: "permission_denied" | "too_big"): void;
  /** It cannot be told what it should know: its client must start anew. */
  fail(reason: string): void;
};

export type ListenAnswer =
  | "ok"
  | "permission_denied"
  | "too_big"
  | "resource_exhausted"
  | "unavailable";

export type AnswerFacts = {
  /** The rules should name an index for the query. */
  noIndex: boolean;
  /** How many children the query selects. */
  windowKeys: number;
};

export type Listen = {
  readonly target: ListenTarget;
  readonly path: DatabasePath;
  /** Undefined for all data. */
  readonly query: Query | undefined;
  /** As the client sent it. */
  readonly wireQuery: unknown;
  readonly tag: number | undefined;
  /** Of the value that the client has already; forgotten when it has been compared. */
  knownHash: string | undefined;
  /** Undefined once it has been given. */
  answer: ((status: ListenAnswer, facts: AnswerFacts) => void) | undefined;
  ended: boolean;
};

export function newListen(asked: {
  target: ListenTarget;
  path: DatabasePath;
  query: Query | undefined;
  wireQuery?: unknown;
  tag?: number | undefined;
  knownHash?: string | undefined;
  /** Called once, after the first value has been told. */
  answer: NonNullable<Listen["answer"]>;
}): Listen {
  return { wireQuery: undefined, tag: undefined, knownHash: undefined, ...asked, ended: false };
}

export function answerListen(
  listen: Listen,
  status: ListenAnswer,
  facts: AnswerFacts = { noIndex: false, windowKeys: 0 },
): void {
  const give = listen.answer;
  listen.answer = undefined;
  give?.(status, facts);
}
