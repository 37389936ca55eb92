/** Sounds made of numbers, once somebody has asked for sound. */
import type { Sound } from "../game.ts";
import { readSettings } from "./settings.ts";
import type { Synthesis } from "./synthesis.ts";

/** More than that at once is noise. */
const mostInAFrame = 3;

let synthesis: Synthesis | undefined;

/** Called by what the visitor does: browsers let nothing be heard before. */
export async function wakeSound(): Promise<void> {
  if (!readSettings().hasSound) return;
  try {
    if (synthesis === undefined) {
      const { openSynthesis } = await import("./synthesis.ts");
      synthesis = await openSynthesis();
    }
    synthesis.wake();
  } catch {
    // Without a connection it cannot be loaded: the game is played without, and the next press tries again.
  }
}

export function playSounds(table: Readonly<Record<string, Sound>>, names: readonly string[]): void {
  const { hasSound, volume } = readSettings();
  if (!hasSound || synthesis === undefined) return;
  for (const name of [...new Set(names)].slice(0, mostInAFrame)) {
    const sound = table[name];
    if (sound !== undefined) synthesis.play(sound, volume / 100);
  }
}
