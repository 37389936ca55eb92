/** Where the windows of each layer have their middle: they come with the block, and stay where it was dropped. */
import { type State, fieldWidth, happenings } from "#games/tower/index.ts";

/** One for each layer, in the engine's units. */
export type Middles = readonly number[];

export const middlesOf = ({ layers }: State): Middles => layers.map(() => fieldWidth / 2);

/** Of the block that moves. */
export const middleOf = (middles: Middles, { layers, now }: State): number =>
  middles.at(-1)! + now.x - layers.at(-1)!.x;

export function follow(middles: Middles, before: State, state: State): Middles {
  if ((state.happened & happenings.placed) === 0) return middles;
  const isExact = (state.happened & happenings.perfect) > 0;
  return [...middles, isExact ? middles.at(-1)! : middleOf(middles, before)];
}
