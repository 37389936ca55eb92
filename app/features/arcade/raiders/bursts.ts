/** What is left of a hit for a moment: pieces that fly apart; for who wants calm, a mark that stays and goes. */
import { type Hit, sizes } from "#games/raiders/index.ts";
import type { Look } from "../game.ts";
import { createPopups } from "../painting/popups.ts";
import { around, createSparks } from "../painting/sparks.ts";
import { raiderHues, shipMask } from "./masks.ts";
import { field } from "./sky.ts";

export type Bursts = {
  /** @param rank of the raider that was hit */
  add: (hit: Hit, rank: number) => void;
  tick: () => void;
  draw: (pen: CanvasRenderingContext2D, part: number, look: Look) => void;
  pieces: () => number;
};

const mostPieces = 112;
const mostMarks = 8;
const markTicks = 16;
const { px, raider, saucer } = sizes;

/** `Colours.hues`, and after them what else bursts. */
const accent = 7;
const soft = 8;

type Mark = { x: number; y: number; size: number; colour: number; age: number };

export function createBursts(): Bursts {
  const sparks = createSparks(mostPieces);
  const popups = createPopups(10, field);
  let marks: Mark[] = [];
  let palette: string[] = [];
  let paletteOf: Look["colours"] | undefined;

  function mark(x: number, y: number, size: number, colour: number): void {
    marks = [...marks.slice(1 - mostMarks), { x, y, size, colour, age: 0 }];
  }

  function burst(x: number, y: number, count: number, far: number, colour: number): void {
    around(count, (dx, dy, at) => {
      const way = far * (0.5 + 0.25 * (at % 3));
      const life = 14 + (at % 3) * 3;
      sparks.add({ x, y, dx: dx * way, dy: dy * way, size: 2, colour, life });
    });
  }

  /** It comes apart into its own pixels, of which every second one is seen. */
  function breakShip(left: number, top: number): void {
    for (const [y, row] of shipMask.rows.entries()) {
      for (let x = y % 2; x < shipMask.width; x += 2) {
        if (row[x] !== "#") continue;
        const [dx, dy] = [(x - 6) * 2.2, (y - 7) * 2.4];
        const life = 34 + ((x * 5 + y * 3) % 14);
        sparks.add({ x: left + x, y: top + y, dx, dy, size: 2, colour: accent, life });
      }
    }
  }

  return {
    add({ what, x: left, y: top, points }, rank) {
      const [x, y] = [left / px, top / px];
      if (what === "raider") {
        const [midX, midY] = [x + raider.widths[rank]! / px / 2, y + 4];
        burst(midX, midY, 10, 11, raiderHues[rank]!);
        mark(midX, midY, 4, raiderHues[rank]!);
      } else if (what === "saucer") {
        const midX = x + saucer.width / px / 2;
        burst(midX, y + 4, 16, 16, 1);
        mark(midX, y + 4, 5, 1);
        popups.add({ text: `+${points}`, x: midX, y: y + 4 });
      } else if (what === "ship") {
        breakShip(x, y);
        mark(x + shipMask.width / 2, y + 4, 6, accent);
      } else if (what === "shield") burst(x + 0.5, y + 0.5, 4, 6, soft);
      else {
        burst(x + 0.5, y, 5, 5, soft);
        mark(x + 0.5, y, 2, soft);
      }
    },
    tick() {
      sparks.tick();
      popups.tick();
      if (marks.length === 0) return;
      for (const one of marks) one.age += 1;
      marks = marks.filter(({ age }) => age < markTicks);
    },
    draw(pen, part, look) {
      if (paletteOf !== look.colours) {
        paletteOf = look.colours;
        palette = [...look.colours.hues, look.colours.accent, look.colours.soft];
      }
      if (look.isCalm) drawMarks(pen, marks, palette);
      else sparks.draw(pen, part, palette);
      popups.draw(pen, part, look);
    },
    pieces: () => sparks.count(),
  };
}

/** A cross with an open middle. */
function drawMarks(
  pen: CanvasRenderingContext2D,
  marks: readonly Mark[],
  palette: readonly string[],
): void {
  pen.lineWidth = 1;
  pen.lineCap = "butt";
  for (const { x, y, size, colour, age } of marks) {
    pen.globalAlpha = 1 - age / markTicks;
    pen.strokeStyle = palette[colour]!;
    pen.beginPath();
    for (const [dx, dy] of diagonals) {
      pen.moveTo(x + dx * size * 0.45, y + dy * size * 0.45);
      pen.lineTo(x + dx * size, y + dy * size);
    }
    pen.stroke();
  }
  pen.globalAlpha = 1;
}
const diagonals = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
] as const;
