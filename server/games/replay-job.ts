import type { GameName, PlayedAgain, ReplayFault, SavedRun } from "#games/engines.ts";

export type ReplayJob = { game: GameName; version: number; run: SavedRun };
export type ReplayAnswer = PlayedAgain | { fault: ReplayFault };
