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

/** @throws ApiError */
export async function startRanked(game: GameName, rules: unknown): Promise<RankedRun> {
  const request: StartRequest = { game, rules };
  const signal = AbortSignal.timeout(startTimeoutMs);
  const { run, seed, version } = await callApi<StartAnswer>("POST", "/api/games/start", request, {
    signal,
  });
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
        await tell("/api/games/commit", said);
      });
    },
    rest(to) {
      const said: RestRequest = { game, run, to };
      inTurn(() => tell("/api/games/rest", said));
    },
  };

  return {
    seed,
    version,
    standing,
    async finish({ log, ticks, result, hash }) {
      await sending;
      const said: FinishRequest = {
        game,
        run,
        log: toBase64(log),
        ticks,
        claimed: result ?? 0,
        hash,
      };
      return untilAnswered(() => callApi<FinishAnswer>("POST", "/api/games/finish", said));
    },
  };
}

export const ownGames = (): Promise<OwnGames> => callApi<OwnGames>("GET", "/api/games/own");

export const setNamed = (isNamed: boolean): Promise<void> =>
  callApi("POST", "/api/games/named", { isNamed });

/** Again until it is answered, or a run would be refused for what was lost on the way. What is wrong is said at the end. */
async function tell(path: `/api/${string}`, said: unknown): Promise<void> {
  try {
    await untilAnswered(() => callApi("POST", path, said));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
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
