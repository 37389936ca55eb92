/** Small squares that fly apart and shrink. There are never more than there is room for: the oldest ones make it. */

/** `dx` and `dy`: how far it gets in its whole life; fast at first. */
type Spark = {
  x: number;
  y: number;
  dx: number;
  dy: number;
  size: number;
  colour: number;
  life: number;
};

export type Sparks = {
  add: (spark: Spark) => void;
  tick: () => void;
  /** @param colours by the number that a spark has */
  draw: (pen: CanvasRenderingContext2D, part: number, colours: readonly string[]) => void;
  count: () => number;
};

export function createSparks(most: number): Sparks {
  const pool = Array.from({ length: most }, () => ({
    x: 0,
    y: 0,
    dx: 0,
    dy: 0,
    size: 0,
    colour: 0,
    life: 0,
    age: 0,
  }));
  let next = 0;
  return {
    add(spark) {
      const one = pool[next]!;
      Object.assign(one, spark);
      one.age = 0;
      next = (next + 1) % most;
    },
    tick() {
      for (const one of pool) if (one.age < one.life) one.age += 1;
    },
    draw(pen, part, colours) {
      for (const one of pool) {
        if (one.age >= one.life) continue;
        const lived = Math.min(1, (one.age + part) / one.life);
        const size = one.size * (1 - lived * lived);
        const way = easeOut(lived);
        pen.fillStyle = colours[one.colour]!;
        pen.fillRect(one.x + one.dx * way - size / 2, one.y + one.dy * way - size / 2, size, size);
      }
    },
    count: () => pool.filter(({ age, life }) => age < life).length,
  };
}

/** Fast, and then slow. @param part from 0 to 1 */
export const easeOut = (part: number): number => 1 - (1 - part) ** 3;

/** Evenly around, and yet none in line with another. */
const goldenAngle = 2.399963;

/** Calls `each` with `count` directions of length 1. */
export function around(count: number, each: (x: number, y: number, at: number) => void): void {
  for (let at = 0; at < count; at += 1) {
    each(Math.cos(at * goldenAngle), Math.sin(at * goldenAngle), at);
  }
}
