import { randomOf } from "../../kit/random.ts";
import { happened } from "./events.ts";
import { firstRaiderWait } from "./raider-fire.ts";
import { ranksOf } from "./ranks.ts";
import type { Rules } from "./rules.ts";
import { saucerWait } from "./saucer.ts";
import { wholeShields } from "./shields.ts";
import { shipMiddle } from "./sizes.ts";
import type { State } from "./state.ts";

const streams = { wait: 0, kind: 1, column: 2 };

export function begin(seed: number, rules: Rules): State {
  return {
    rules,
    tick: 0,
    held: 0,
    score: 0,
    lives: 3,
    hadExtraLife: false,
    wave: 1,
    pause: 0,
    ship: { x: shipMiddle, dx: 0, gone: 0, safe: 0 },
    shots: [],
    reload: 0,
    shotsFired: 0,
    ranks: ranksOf(1),
    raiderShots: [],
    raiderWait: firstRaiderWait,
    shields: wholeShields,
    saucer: undefined,
    saucerWait,
    waitChance: randomOf(seed, streams.wait),
    kindChance: randomOf(seed, streams.kind),
    columnChance: randomOf(seed, streams.column),
    events: happened.wave,
    hits: [],
    over: false,
  };
}
