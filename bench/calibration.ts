/** A fixed piece of work whose time says how fast this machine is at the moment, beside figures with absolute marks. */
import { createHash } from "node:crypto";
import { median } from "./median.ts";

/** Milliseconds for 200 times SHA-256 of 64 KB and two million steps of arithmetic; the middle of five. */
export function calibrate(): number {
  return median(Array.from({ length: 5 }, once));
}

function once(): number {
  const started = performance.now();
  const block = Buffer.alloc(65_536, 7);
  for (let round = 0; round < 200; round += 1) createHash("sha256").update(block).digest();
  let state = 1;
  for (let step = 0; step < 2_000_000; step += 1) state = (Math.imul(state, 48_271) + step) | 0;
  return performance.now() - started + (state === 0.5 ? 1 : 0);
}
