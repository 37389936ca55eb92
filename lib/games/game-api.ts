/**
 * What browsers send to `/api/games/…` and what comes back. docs/games.md
 *
 * A refusal is `{error: {code, message}}`; `message` is a sentence for players. Beside those that are named here: 400
 * `invalid-request`, 401 `unauthenticated`, 429 `too-many-requests` and 503 `unavailable`, both with Retry-After.
 */

/** The games that `/api/games` knows. */
export const gameNames = ["blockstacker", "raiders", "slicer", "snake", "tower"] as const;
export type GameName = (typeof gameNames)[number];

/** By UTC: a day, a week from Monday on, or ever. Boards of a day's own seed (`daily…`) have only the day. */
export const periods = ["day", "week", "all"] as const;
export type Period = (typeof periods)[number];

export type BoardOrder = "highest" | "lowest";

/**
 * `POST /api/games/start`, signed in: the run takes the place of the account's open one of that game. Also: 422
 * `not-compared`, such runs have no board; 409 `daily-used`, the account has begun the day's run of this game before.
 */
export type StartRequest = { game: GameName; rules: unknown };
export type StartAnswer = {
  /** 32 hexadecimal digits; also what the first commit's chain begins with. */
  run: string;
  /** Of the engine. */
  version: number;
  seed: number;
  /** Of a run with the day's seed: which day, `2026-11-28`. */
  day?: string;
};

/**
 * `POST /api/games/commit`: 204, also for the same as the last one once more. Also: 404 `no-run`; 409 `run-used`, it is
 * over; 409 `not-increasing`; 409 `too-many`.
 */
export type CommitRequest = {
  game: GameName;
  run: string;
  tick: number;
  bytes: number;
  /** 64 hexadecimal digits. */
  chain: string;
};

/**
 * `POST /api/games/rest`: 204, also where it is so already. `rest`: nothing is played from now on; `play`: it goes on. Also:
 * 404 `no-run`; 409 `run-used`; 409 `too-many`, more rests than a run may have.
 */
export type RestRequest = { game: GameName; run: string; to: "rest" | "play" };

/**
 * `POST /api/games/finish`. The same once more is answered with the same, until another run of the game is started: whoever
 * got no answer, or 503 (`busy`, `unavailable`), sends it again first. Also: 404 `no-run`; 409 `run-used`, something else was
 * sent for it; 422 with a `RunFault`: the run does not count.
 */
export type FinishRequest = {
  game: GameName;
  run: string;
  /** The log in base64. */
  log: string;
  ticks: number;
  /** The result and the hash of the state that the browser came to. */
  claimed: number;
  hash: number;
};
export type FinishAnswer = {
  result: number;
  board: string;
  order: BoardOrder;
  /** Where the account's best of the board is now, from 1; null: not among those that are kept. */
  places: { [period in Period]?: number | null };
  /** Whether this run is the account's best there. */
  isBest: { [period in Period]?: boolean };
};

/** Why a run does not count. */
export type RunFault =
  | "no-log"
  | "no-rules"
  | "no-engine"
  | "goes-on"
  | "not-over"
  | "not-compared"
  | "other-log"
  | "other-result"
  | "no-commits"
  | "fast"
  | "slow";

/**
 * `GET /api/games/board?game=&board=&period=[&day=]`, with or without a token. `day` is any day of the period; without it
 * the present one. A few seconds old at most. Also: 404 `no-board`, which is also said of a period that a board has not.
 */
export type BoardAnswer = {
  game: GameName;
  board: string;
  order: BoardOrder;
  period: Period;
  /** `2026-11-28`, `2026-W48`; null with `all`. */
  of: string | null;
  /** The first 50. */
  entries: BoardEntry[];
  /** The caller's own one where it is not among these, and is kept. */
  own?: BoardEntry;
};
export type BoardEntry = {
  /** From 1. Who was first is before who has the same. */
  place: number;
  /** The run's id. */
  run: string;
  /** Null: its player did not agree to be named. */
  name: string | null;
  /** Points, or ticks where the lowest is the best. */
  result: number;
  /** Milliseconds since 1970. */
  at: number;
  /** Of the first ten: whether `GET /api/games/run` has it. */
  hasLog: boolean;
  isOwn: boolean;
};

/**
 * `GET /api/games/run?id=`, without a token: a run of the first ten of a board, to look at. Also: 404 `no-run`, which is also
 * said of a run of a day's seed until 70 minutes after the day.
 */
export type KeptRun = {
  game: GameName;
  version: number;
  seed: number;
  rules: unknown;
  /** Base64. */
  log: string;
  ticks: number;
  result: number;
  board: string;
  order: BoardOrder;
  /** Null: its player did not agree to be named. */
  name: string | null;
  /** Milliseconds since 1970. */
  at: number;
};

/** `GET /api/games/own`, signed in. */
export type OwnGames = {
  /** Null: not asked yet, which shows no name either. */
  isNamed: boolean | null;
  /** Of all time, and of this week and day. */
  bests: OwnBest[];
  /** Games whose run of today was begun. */
  dailyUsed: GameName[];
};
export type OwnBest = {
  game: GameName;
  board: string;
  period: Period;
  run: string;
  result: number;
  at: number;
};

/** `POST /api/games/named`, signed in: 204. */
export type NamedRequest = { isNamed: boolean };

/** `POST /api/games/remove`, admins: 204, also when it is gone already. From all periods, with its log. */
export type RemoveRequest = { game: GameName; board: string; run: string };
