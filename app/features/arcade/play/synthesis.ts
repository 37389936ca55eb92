/** The part of sound that needs the browser's own: loaded once somebody has asked to hear something. */
import type { Sound } from "../game.ts";

export type Synthesis = {
  /** Refused by the browser until the visitor does something: the next thing that they do asks again. */
  wake: () => void;
  /** @param volume from 0 to 1 */
  play: (sound: Sound, volume: number) => void;
};

export async function openSynthesis(): Promise<Synthesis> {
  // It makes an AudioContext as soon as it is loaded, which the server has not.
  const { ZZFX } = await import("zzfx");
  /** Each is computed once: they are short, and few. */
  const known = new Map<Sound, number[]>();
  return {
    wake: () => void ZZFX.audioContext.resume(),
    play(sound, volume) {
      if (ZZFX.audioContext.state !== "running") return;
      const samples = known.get(sound) ?? ZZFX.buildSamples(...sound);
      known.set(sound, samples);
      ZZFX.playSamples([samples], volume);
    },
  };
}
