import { type Hit, type RaidersState, sizes } from "#games/raiders/index.ts";

const { raider } = sizes;

/** @param hit of a raider: its upper left corner @returns its rank, the lowest being 0; by its height, since all step by turns */
export function rankOf({ y, dropping }: RaidersState["ranks"], hit: Hit): number {
  // In a round of going down, one that has stepped is half a cell lower than its rank.
  const lower = dropping ? raider.drop / 2 : 0;
  const rank = Math.round((y + lower - hit.y) / raider.cell);
  return Math.min(raider.ranks - 1, Math.max(0, rank));
}
