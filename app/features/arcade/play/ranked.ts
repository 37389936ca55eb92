/** A run that counts: what the server gives out, hears meanwhile, and makes of it. Loaded for who is signed in. */
import { ApiError, callApi } from "#app/live/api.ts";
import { firstChain, nextChain } from "#lib/games/commit-chain.ts";
import type {
  CommitRequest,
  FinishAnswer,
  FinishRequest,
  GameName,
  OwnGames,
  RestRequest,
  StartAnswer,
  StartRequest,
} from "#lib/games/game-api.ts";
import { toBase64 } from "./base64.ts";
import type { FinishedLog } from "./run.ts";
import type { Standing } from "./stage.ts";

export type RankedRun = {
  seed: number;
  version: number;
  standing: Standing;
  /** Sends it, and again if no answer comes. @throws ApiError */
  finish: (finished: FinishedLog) => Promise<FinishAnswer>;
};

/** The game waits for it. */
const startTimeoutMs = 5000;
const againAfterMs = [1000, 3000, 8000];

/** A run whose end nobody hears of for so long is not waited for. */
const mostEndMs = 15_000;

/**
 * By game, what is asked for or sent last. A start takes the place of the run before: one that overtakes its end, or another
 * start that nobody waits for any more, would make the wrong run the open one.
 */
const underWay = new Map<GameName, Promise<unknown>>();

/** @param call what sends it @throws ApiError */
export async function startRanked(
  game: GameName,
  rules: unknown,
  call: typeof callApi = callApi,
): Promise<RankedRun> {
  const request: StartRequest = { game, rules };
  const before = underWay.get(game);
  const start = async () => {
    await atMost(before, mostEndMs);
    const signal = AbortSignal.timeout(startTimeoutMs);
    return call<StartAnswer>("POST", "/api/games/start", request, { signal });
  };
  const asked = start();
  underWay.set(game, asked);
  const { run, seed, version } = await asked;
  let chain = firstChain(run);
  let bytes = 0;
  // One after the other: each goes on from the one before.
  let sending: Promise<unknown> = Promise.resolve();
  const inTurn = (send: () => Promise<unknown>) => {
    sending = sending.then(send);
  };

  const standing: Standing = {
    commit(tick, written) {
      inTurn(async () => {
        chain = await nextChain(chain, written);
        bytes += written.length;
        const said: CommitRequest = { game, run, tick, bytes, chain };
        await tell(call, "/api/games/commit", said);
      });
    },
    rest(to) {
      const said: RestRequest = { game, run, to };
      inTurn(() => tell(call, "/api/games/rest", said));
    },
  };

  return {
    seed,
    version,
    standing,
    finish({ log, ticks, result, hash }) {
      const said: FinishRequest = {
        game,
        run,
        log: toBase64(log),
        ticks,
        claimed: result ?? 0,
        hash,
      };
      const finish = async () => {
        await sending;
        return untilAnswered(() => call<FinishAnswer>("POST", "/api/games/finish", said));
      };
      const ended = finish();
      underWay.set(game, ended);
      return ended;
    },
  };
}

export const ownGames = (): Promise<OwnGames> => callApi<OwnGames>("GET", "/api/games/own");

export const setNamed = (isNamed: boolean): Promise<void> =>
  callApi("POST", "/api/games/named", { isNamed });

/** Again until it is answered, or a run would be refused for what was lost on the way. What is wrong is said at the end. */
async function tell(call: typeof callApi, path: `/api/${string}`, said: unknown): Promise<void> {
  try {
    await untilAnswered(() => call("POST", path, said));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Whatever comes of it, and no longer than that. */
async function atMost(before: Promise<unknown> | undefined, mostMs: number): Promise<void> {
  if (before === undefined) return;
  const over = Promise.withResolvers<void>();
  const late = setTimeout(over.resolve, mostMs);
  before.then(
    () => over.resolve(),
    () => over.resolve(),
  );
  await over.promise;
  clearTimeout(late);
}

async function untilAnswered<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (const waitMs of againAfterMs) {
    try {
      // oxlint-disable-next-line no-await-in-loop
      return await send();
    } catch (error) {
      if (!mayPass(error)) throw error;
      const given = error instanceof ApiError ? (error.retryAfterS ?? 0) * 1000 : 0;
      const passed = Promise.withResolvers<void>();
      setTimeout(passed.resolve, Math.max(waitMs, given));
      // oxlint-disable-next-line no-await-in-loop
      await passed.promise;
    }
  }
  return send();
}

/** Nobody answered, or too busy to. */
const mayPass = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
