/** The end of a run: it is used up, judged, and what comes of it is put on its boards. docs/games.md */
import { createHash } from "node:crypto";
import type { FinishAnswer, FinishRequest, GameName, RunFault } from "#lib/games/game-api.ts";
import { isDaily, periodKey, periodsOf, timeOfDay } from "#lib/games/periods.ts";
import type { Log } from "../log.ts";
import { ProcessError } from "../processes/errors.ts";
import type { BoardPlace, Boards, Entry } from "./boards.ts";
import { judgeRun } from "./judge-run.ts";
import { type KeptLogs, mostLogs } from "./kept-logs.ts";
import type { Players } from "./players.ts";
import { type Replays, ReplaysBusyError } from "./replays.ts";
import type { EndedRun, RunRefusal, Runs } from "./runs.ts";
import type { Best, Outcome } from "./stored.ts";

/** `busy`: it is to be sent again a little later. */
type Finished = { answer: FinishAnswer } | { fault: RunFault } | { refusal: RunRefusal | "busy" };

/** A line that sends its log at this pace is slow enough; what takes longer is the player's time. */
const slowestBytesPerMs = 32;

/**
 * @param came when the last of it was there, and how long it took to come
 * @throws BackendError
 */
export type FinishRun = (
  uid: string,
  sent: FinishRequest,
  came: { cameMs: number; readMs: number },
) => Promise<Finished>;

export function createFinishRun(deps: {
  runs: Pick<Runs, "end" | "settle">;
  replays: Pick<Replays, "play">;
  players: Pick<Players, "raise" | "bests">;
  boards: Pick<Boards, "put" | "ranked" | "take">;
  logs: Pick<KeptLogs, "keep" | "drop" | "mind">;
  /** What it is now is another than what was shown. */
  changed: (place: BoardPlace) => void;
  log: Log;
}): FinishRun {
  const { runs, replays, players, boards, logs, changed } = deps;

  async function judge(sent: FinishRequest, run: EndedRun): Promise<Outcome | "busy"> {
    const { log, ticks, claimed, hash } = sent;
    const finished = { log: new Uint8Array(Buffer.from(log, "base64")), ticks, claimed, hash };
    try {
      const verdict = await judgeRun({ ...run, game: sent.game }, finished, {
        play: (job) => replays.play(job),
        nowMs: run.used.endedAtMs,
      });
      if ("fault" in verdict) return { fault: verdict.fault };
      const { result, board } = verdict;
      return { result, board: board.name, order: board.order };
    } catch (error) {
      if (error instanceof ProcessError) {
        deps.log.warn({ err: error, game: sent.game }, "a run could not be played again");
      } else if (!(error instanceof ReplaysBusyError)) throw error;
      return "busy";
    }
  }

  /** The same however often it is done. */
  async function place(
    uid: string,
    { game, log, ticks }: FinishRequest,
    run: EndedRun,
    won: Exclude<Outcome, { fault: RunFault }>,
  ): Promise<void> {
    const { result, board, order } = won;
    const best: Best = { run: run.id, result, at: run.used.atMs };
    const places = placesOf(game, run, won);
    const keys = places.map(({ key }) => key);
    const { bests, left } = await players.raise(uid, { game, board, order, keys }, best);
    await logs.drop(uid, left);
    const lists = await Promise.all(
      places.map(async (at): Promise<Entry[]> => {
        const own = bests.get(at.key);
        return own === undefined ? boards.ranked(at) : boards.put(at, uid, own);
      }),
    );
    const first = lists.flatMap((list) => list.slice(0, mostLogs));
    if (first.some((entry) => entry.run === run.id)) {
      const { version, seed, rules, day } = run;
      const kept = { game, version, seed, rules, day, log, ticks, result, board, order };
      await logs.keep(run.id, { ...kept, uid, at: best.at });
      await Promise.all(
        lists.flatMap((list) => list[mostLogs] ?? []).map((at) => logs.mind(at.run)),
      );
    }
    // Of what was taken away meanwhile, by an admin or with the account, nothing comes back.
    const now = await players.bests(uid, game, board);
    const gone = places.filter(({ key }) => now.get(key)?.run !== bests.get(key)?.run);
    for (const at of gone) {
      const put = bests.get(at.key)?.run;
      // oxlint-disable-next-line no-await-in-loop -- there is hardly ever one
      if (put !== undefined) await boards.take(at, uid, put);
    }
    if (gone.length > 0) await logs.mind(run.id);
    places.forEach(changed);
  }

  async function answer(
    uid: string,
    game: GameName,
    run: EndedRun,
    won: Exclude<Outcome, { fault: RunFault }>,
  ): Promise<FinishAnswer> {
    const said: FinishAnswer = { ...won, places: {}, isBest: {} };
    const bests = await players.bests(uid, game, won.board);
    for (const at of placesOf(game, run, won)) {
      // oxlint-disable-next-line no-await-in-loop -- three at most
      const found = (await boards.ranked(at)).findIndex((entry) => entry.uid === uid);
      said.places[at.period] = found < 0 ? null : found + 1;
      said.isBest[at.period] = bests.get(at.key)?.run === run.id;
    }
    return said;
  }

  async function settle(
    uid: string,
    sent: FinishRequest,
    run: EndedRun,
  ): Promise<Outcome | "busy"> {
    const outcome = await judge(sent, run);
    if (outcome === "busy") return outcome;
    if (!("fault" in outcome)) await place(uid, sent, run, outcome);
    await runs.settle(uid, sent.game, sent.run, outcome);
    return outcome;
  }

  /** Whoever sends the same many times at once waits for the same: replays are for all accounts. */
  const settling = new Map<string, Promise<Outcome | "busy">>();

  function settleOnce(uid: string, sent: FinishRequest, run: EndedRun): Promise<Outcome | "busy"> {
    const known = settling.get(sent.run);
    if (known !== undefined) return known;
    const settled = settle(uid, sent, run).finally(() => settling.delete(sent.run));
    settling.set(sent.run, settled);
    return settled;
  }

  return async (uid, sent, came) => {
    const { game, log } = sent;
    const cameMs = came.cameMs - Math.min(came.readMs, log.length / slowestBytesPerMs);
    const run = await runs.end({ uid, game, run: sent.run, cameMs }, digestOf(sent));
    if (typeof run === "string") return { refusal: run };
    const outcome = run.used.outcome ?? (await settleOnce(uid, sent, run));
    if (outcome === "busy") return { refusal: "busy" };
    return "fault" in outcome ? outcome : { answer: await answer(uid, game, run, outcome) };
  };
}

type PlaceOfPeriod = BoardPlace & { period: keyof FinishAnswer["places"] };

/** A day's run counts for the day whose seed it has, whenever it ends. */
function placesOf(
  game: GameName,
  { day, used }: EndedRun,
  { board, order }: Exclude<Outcome, { fault: RunFault }>,
): PlaceOfPeriod[] {
  const atMs = (isDaily(board) && day !== null ? timeOfDay(day) : undefined) ?? used.atMs;
  return periodsOf(board).map((period) => ({
    game,
    board,
    order,
    period,
    key: periodKey(period, atMs),
  }));
}

function digestOf({ log, ticks, claimed, hash }: FinishRequest): string {
  return createHash("sha256")
    .update(JSON.stringify([log, ticks, claimed, hash]))
    .digest("hex");
}
