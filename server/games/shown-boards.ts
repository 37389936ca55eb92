/** Boards as others see them: places, results, and names of who agreed to it. No account's id is among it. */
import { LRUCache } from "lru-cache";
import type { BoardAnswer, BoardEntry, KeptRun, Period } from "#lib/games/game-api.ts";
import { dayOf, periodKey } from "#lib/games/periods.ts";
import { longestRunMs } from "#lib/games/run-times.ts";
import { atMost } from "../limits/at-most.ts";
import type { BoardPlace, Boards, Entry } from "./boards.ts";
import { type KeptLogs, type LogOwner, mostLogs } from "./kept-logs.ts";
import type { Players } from "./players.ts";

const mostShown = 50;
/** Each copy of the server shows what it has read for so long. */
const shownMs = 5000;
const mostBoards = 300;
const readsAtOnce = 10;

type Shown = {
  /** All that are kept. */
  ranked: Entry[];
  /** By place, of those that are shown. */
  names: (string | null)[];
  /** By place, of the first ten; null where there is no log. */
  owners: (LogOwner | null)[];
};

export type ShownBoards = {
  /** @param uid of who asks, if anybody; @param atMs a moment in the period */
  read(
    asked: Omit<BoardPlace, "key"> & { period: Period; atMs: number },
    uid: string | undefined,
  ): Promise<BoardAnswer>;
  /** Null: there is none, or it is of a day whose runs may still go on. */
  run(id: string): Promise<KeptRun | null>;
  /** It is read anew. Without a place all are. */
  changed(place?: BoardPlace): void;
};

export function createShownBoards(deps: {
  boards: Pick<Boards, "ranked">;
  logs: Pick<KeptLogs, "ownerOf" | "read">;
  players: Pick<Players, "shownName">;
  /** Milliseconds since 1970. */
  now: () => number;
}): ShownBoards {
  const { boards, logs, players, now } = deps;
  const few = atMost(readsAtOnce);
  const cache = new LRUCache<string, { atMs: number; shown: Promise<Shown> }>({ max: mostBoards });
  const nameOf = ({ game, board, key }: BoardPlace) => `${game}/${board}/${key}`;

  async function load(place: BoardPlace): Promise<Shown> {
    const ranked = await boards.ranked(place);
    const [names, owners] = await Promise.all([
      Promise.all(ranked.slice(0, mostShown).map(({ uid }) => few(() => players.shownName(uid)))),
      Promise.all(ranked.slice(0, mostLogs).map(({ run }) => few(() => logs.ownerOf(run)))),
    ]);
    return { ranked, names, owners };
  }

  function shownAt(place: BoardPlace): Promise<Shown> {
    const name = nameOf(place);
    const kept = cache.get(name);
    const ageMs = kept === undefined ? Infinity : now() - kept.atMs;
    // A clock that was put back keeps nothing for longer.
    if (kept !== undefined && ageMs >= 0 && ageMs < shownMs) return kept.shown;
    const one = { atMs: now(), shown: load(place) };
    cache.set(name, one);
    one.shown.catch(() => cache.get(name) === one && cache.delete(name));
    return one.shown;
  }

  /** Who has begun a day's run at its last moment would play what they watch. */
  const mayShow = (day: string | null) => day === null || day < dayOf(now() - longestRunMs);

  return {
    async read({ game, board, order, period, atMs }, uid) {
      const key = periodKey(period, atMs);
      const { ranked, names, owners } = await shownAt({ game, board, order, key });
      const entry = (at: number, name: string | null): BoardEntry => {
        const { run, result, at: when, uid: whose } = ranked[at]!;
        const owner = owners[at] ?? null;
        const hasLog = owner !== null && mayShow(owner.day);
        return { place: at + 1, run, name, result, at: when, hasLog, isOwn: whose === uid };
      };
      const own = ranked.findIndex((one) => one.uid === uid);
      return {
        game,
        board,
        order,
        period,
        of: period === "all" ? null : key.slice(1),
        entries: names.map((name, at) => entry(at, name)),
        ...(uid !== undefined &&
          own >= mostShown && { own: entry(own, await players.shownName(uid)) }),
      };
    },
    async run(id) {
      const log = await logs.read(id);
      if (log === null || !mayShow(log.day)) return null;
      const { uid, day: _day, ...shown } = log;
      return { ...shown, name: await players.shownName(uid) };
    },
    changed(place) {
      if (place === undefined) cache.clear();
      else cache.delete(nameOf(place));
    },
  };
}
