/** What flies off where something was cut: halves, juice, and the stain that it leaves. */
import {
  type Cut,
  type Kind,
  type State,
  below,
  gravity,
  kinds,
  quartersOf,
  sixteenths,
} from "#games/slicer/index.ts";
import type { Look } from "../game.ts";
import { turn } from "./pens.ts";
import { type Aged, createPool, easeOut, fadeOf } from "./pool.ts";
import { type Sprites, putSprite } from "./sprites.ts";
import type { Tones } from "./tones.ts";

type Flying = Aged & {
  kind: Kind;
  x: number;
  y: number;
  /** Per tick at full speed. */
  vx: number;
  vy: number;
  /** How far it went in the last tick. */
  dx: number;
  dy: number;
};
type Half = Flying & {
  /** Where it was cut, and to which side it goes from there. */
  fromX: number;
  fromY: number;
  sideX: number;
  sideY: number;
  angle: number;
  spin: number;
};
type Drop = Flying & { radius: number };
type Stain = Aged & { kind: Kind; x: number; y: number; angle: number };

export const mostBits = { halves: 36, drops: 56, stains: 14 };

const halfTicks = 150;
const calmTicks = 24;
const stainTicks = 110;
const fall = gravity / sixteenths;
/** Below it nothing is seen. */
const outside = below / sixteenths;

const flying = { age: 1, life: 0, kind: "apple" as Kind, x: 0, y: 0, vx: 0, vy: 0, dx: 0, dy: 0 };

export function createBits() {
  const none = { fromX: 0, fromY: 0, sideX: 0, sideY: 0, angle: 0, spin: 0 };
  const halves = createPool<Half>(mostBits.halves, () => ({ ...flying, ...none }));
  const drops = createPool<Drop>(mostBits.drops, () => ({ ...flying, radius: 0 }));
  const stains = createPool<Stain>(mostBits.stains, () => ({ ...flying, angle: 0 }));
  let chance = 1;
  /** From 0 to 1; nothing of the game hangs on it. */
  const some = () => {
    chance = (Math.imul(chance, 1_664_525) + 1_013_904_223) >>> 0;
    return chance / 0x1_0000_0000;
  };

  function split({ kind, x, y, vx, vy, dx, dy }: Cut): void {
    const along = Math.atan2(dy, dx);
    const [cos, sin] = [Math.cos(along), Math.sin(along)];
    for (const side of [1, -1]) {
      const half = halves.take();
      half.life = halfTicks;
      half.kind = kind;
      half.fromX = half.x = x / sixteenths;
      half.fromY = half.y = y / sixteenths;
      half.sideX = sin * side;
      half.sideY = -cos * side;
      half.vx = vx / sixteenths + half.sideX * 13 + cos * 5;
      half.vy = vy / sixteenths + half.sideY * 13 + sin * 5;
      half.dx = half.dy = 0;
      half.angle = side === 1 ? along : along + turn / 2;
      half.spin = side * (0.02 + some() * 0.04);
    }
  }

  function splash({ kind, x, y, vx, vy }: Cut): void {
    const { radius } = kinds[kind];
    const count = Math.round(3 + radius / 60);
    for (let at = 0; at < count; at += 1) {
      const drop = drops.take();
      const [angle, speed] = [((at + some()) / count) * turn, 10 + some() * 22];
      drop.life = 22 + Math.floor(some() * 18);
      drop.kind = kind;
      drop.radius = radius * (0.08 + some() * 0.1);
      drop.x = x / sixteenths + Math.cos(angle) * radius * 0.4;
      drop.y = y / sixteenths + Math.sin(angle) * radius * 0.4;
      drop.vx = (vx / sixteenths) * 0.5 + Math.cos(angle) * speed;
      drop.vy = (vy / sixteenths) * 0.5 + Math.sin(angle) * speed - 8;
      drop.dx = drop.dy = 0;
    }
  }

  function stain({ kind, x, y }: Cut): void {
    const one = stains.take();
    one.life = stainTicks;
    one.kind = kind;
    one.x = x / sixteenths;
    one.y = y / sixteenths;
    one.angle = some() * turn;
  }

  function fly(item: Flying, quarters: number): void {
    if (item.age >= item.life) return;
    const pace = quarters / 4;
    item.dx = item.vx * pace;
    item.dy = item.vy * pace;
    item.x += item.dx;
    item.y += item.dy;
    item.vy += fall * pace;
    if (item.y > outside && item.vy > 0) item.life = 0;
  }

  function drawHalf(
    pen: CanvasRenderingContext2D,
    half: Half,
    { half: sprites }: Sprites,
    part: number,
    isCalm: boolean,
  ): void {
    const { kind, fromX, fromY, sideX, sideY, age, angle, spin } = half;
    const sprite = sprites[kind];
    if (isCalm) {
      if (age >= calmTicks) return;
      const gap = kinds[kind].radius * 0.12;
      pen.globalAlpha = fadeOf(age + part, calmTicks, 14);
      putSprite(pen, sprite, fromX + sideX * gap, fromY + sideY * gap, angle);
      pen.globalAlpha = 1;
      return;
    }
    const late = 1 - part;
    const turned = angle + spin * Math.max(0, age - late);
    putSprite(pen, sprite, half.x - half.dx * late, half.y - half.dy * late, turned);
  }

  return {
    tick(state: State): void {
      const quarters = quartersOf(state);
      for (const pool of [halves, drops, stains]) pool.grow();
      halves.each((half) => fly(half, quarters));
      drops.each((drop) => fly(drop, quarters));
      for (const cut of state.cuts) {
        split(cut);
        stain(cut);
        if (cut.kind !== "bomb") splash(cut);
      }
    },

    drawBelow(pen: CanvasRenderingContext2D, { stain: sprites }: Sprites, part: number): void {
      stains.each(({ kind, x, y, angle, age, life }) => {
        pen.globalAlpha = 0.2 * fadeOf(age + part, life, 80);
        putSprite(pen, sprites[kind], x, y, angle);
      });
      pen.globalAlpha = 1;
    },

    drawAbove(
      pen: CanvasRenderingContext2D,
      sprites: Sprites,
      tones: Tones,
      part: number,
      { isCalm }: Look,
    ): void {
      halves.each((half) => drawHalf(pen, half, sprites, part, isCalm));
      if (isCalm) return;
      const late = 1 - part;
      drops.each(({ kind, x, y, dx, dy, radius, age, life }) => {
        pen.fillStyle = tones.flesh[kind];
        pen.beginPath();
        const left = 1 - easeOut(Math.max(0, age - late) / life) * 0.8;
        pen.arc(x - dx * late, y - dy * late, Math.max(0, radius * left), 0, turn);
        pen.fill();
      });
    },
  };
}
