/** What is used of zzfx, which has no types of its own. */
declare module "zzfx" {
  export const ZZFX: {
    audioContext: AudioContext;
    buildSamples: (...parameters: (number | undefined)[]) => number[];
    playSamples: (channels: number[][], volumeScale?: number) => AudioBufferSourceNode;
  };
}
