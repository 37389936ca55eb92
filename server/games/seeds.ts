/** `gameSeeds/{day}/{game}`: what all play with that day. */
import { randomInt } from "node:crypto";
import type { GameName } from "#lib/games/game-api.ts";
import { type ChangeBackend, changeValue } from "./change-value.ts";

export const newSeed = (): number => randomInt(2 ** 32);

/** Whoever asks first makes it. @throws BackendError */
export function seedOfDay(backend: ChangeBackend, day: string, game: GameName): Promise<number> {
  return changeValue(backend, `gameSeeds/${day}/${game}`, (value) => {
    if (typeof value === "number") return { said: value };
    const seed = newSeed();
    return { said: seed, next: seed };
  });
}
