/** The part of sound that needs the browser's own: loaded once somebody has asked to hear something. */
import { ZZFX } from "zzfx";
import type { Sound } from "../game.ts";

/** Each is computed once: they are short, and few. */
const known = new Map<Sound, number[]>();

export function wake(): void {
  // Refused until the visitor does something: the next thing that they do asks again.
  void ZZFX.audioContext.resume();
}

/** @param volume from 0 to 1 */
export function play(sound: Sound, volume: number): void {
  if (ZZFX.audioContext.state !== "running") return;
  let samples = known.get(sound);
  if (samples === undefined) {
    samples = ZZFX.buildSamples(...sound);
    known.set(sound, samples);
  }
  ZZFX.playSamples([samples], volume);
}
