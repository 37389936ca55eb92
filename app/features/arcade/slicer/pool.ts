/** A bounded number of things that are only seen: the oldest one makes room for the next. */
export type Aged = {
  /** In ticks; what is as old as `life` is gone. */
  age: number;
  life: number;
};

export type Pool<Item extends Aged> = {
  size: number;
  /** One to be filled in anew. */
  take: () => Item;
  /** Each that is there, the oldest first. */
  each: (see: (item: Item) => void) => void;
  grow: () => void;
};

export function createPool<Item extends Aged>(size: number, make: () => Item): Pool<Item> {
  const items = Array.from({ length: size }, make);
  let next = 0;
  return {
    size,
    take() {
      const item = items[next]!;
      next = (next + 1) % size;
      item.age = 0;
      return item;
    },
    each(see) {
      for (let at = 0; at < size; at += 1) {
        const item = items[(next + at) % size]!;
        if (item.age < item.life) see(item);
      }
    },
    grow() {
      for (const item of items) item.age += 1;
    },
  };
}

/** Fast first, then slower; from 0 to 1. */
export const easeOut = (part: number) => 1 - (1 - part) ** 3;

/** 1, and then down to 0 in the last ticks of its life. */
export function fadeOf(age: number, life: number, ticks: number): number {
  return Math.max(0, Math.min(1, (life - age) / ticks));
}
