/** A tick: the ship, then what comes at it, then what flies. */
import type { TickInput } from "../../kit/engine.ts";
import { march } from "./march.ts";
import { raidersFire } from "./raider-fire.ts";
import { moveRaiderShots } from "./raider-shots.ts";
import { moveSaucer } from "./saucer.ts";
import { steer } from "./ship.ts";
import { moveShots } from "./shots.ts";
import type { Draft, State } from "./state.ts";
import { passWave } from "./wave.ts";

const noHits: State["hits"] = [];

export function step(state: State, input: TickInput): State {
  if (state.over) return state;
  const next: Draft = { ...state, tick: state.tick + 1, events: 0, hits: noHits };
  passWave(next);
  steer(next, input.held);
  moveSaucer(next);
  march(next);
  moveShots(next);
  raidersFire(next);
  moveRaiderShots(next);
  return next;
}
