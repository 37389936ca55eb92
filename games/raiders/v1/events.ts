/** What happened in the last tick, a bit each: what there is to hear. Where it was is in `State.hits`. */
export const happened = {
  shot: 1,
  raiderShot: 2,
  raiderHit: 4,
  shieldHit: 8,
  /** A shot of the ship and one of the raiders met. */
  shotsMet: 16,
  saucerCame: 32,
  saucerHit: 64,
  lifeLost: 128,
  extraLife: 256,
  /** All raiders have stepped, and the first one steps again. */
  round: 512,
  cleared: 1024,
  wave: 2048,
  landed: 4096,
};

export type Hit = {
  what: "raider" | "saucer" | "ship" | "shield" | "shots" | "miss";
  /** Of a raider, the saucer and the ship its upper left corner, of the others where the shot's point was. */
  x: number;
  y: number;
  points: number;
};
