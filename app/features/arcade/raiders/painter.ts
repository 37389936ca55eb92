/** What is seen of a run. Everything is drawn between the two states, so that what steps by pixels glides on a fast screen. */
import { type RaidersState, isAlive, raiderBox, sizes } from "#games/raiders/index.ts";
import type { Look, Painter } from "../game.ts";
import { fontOf } from "../painting/popups.ts";
import { easeOut } from "../painting/sparks.ts";
import { createBursts } from "./bursts.ts";
import { raiderHues, raiderMasks, saucerMask, shipMask, shotMasks } from "./masks.ts";
import { rankOf } from "./ranks.ts";
import { createShields } from "./shields.ts";
import { createSky, field, ground } from "./sky.ts";
import { createSprites, snap } from "./sprites.ts";

const { px, raider, raiderCount, shot } = sizes;
const shipY = sizes.ship.y / px;
/** Raiders that are lower than that are near enough for the line to be shown at which they have landed. */
const lowY = shipY - 36;
const safeTicks = 90;
const lifeTicks = 12;

type Scene = { before: RaidersState; state: RaidersState; part: number };
type Pen = CanvasRenderingContext2D;

export function createRaidersPainter(): Painter<RaidersState> {
  const sky = createSky();
  const sprites = createSprites();
  const shields = createShields();
  const bursts = createBursts();
  let ticks = 0;
  let lifeSince = -lifeTicks;

  function drawRaiders(pen: Pen, { before, state, part }: Scene, look: Look): void {
    const sameWave = before.wave === state.wave;
    const { ranks } = state;
    for (let index = 0; index < raiderCount; index += 1) {
      if (!isAlive(ranks, index)) continue;
      const now = raiderBox(ranks, index);
      const was = sameWave ? raiderBox(before.ranks, index) : now;
      const rank = Math.floor(index / raider.columns);
      const steps = ranks.rounds + (index < ranks.next ? 1 : 0);
      const x = between(was.left, now.left, part) / px;
      const y = between(was.top, now.top, part) / px;
      const colour = look.colours.hues[raiderHues[rank]!];
      sprites.put(pen, raiderMasks[rank]![steps % 2]!, colour, x, y);
    }
  }

  function drawShots(pen: Pen, { state, part }: Scene, look: Look): void {
    const late = 1 - part;
    pen.fillStyle = look.colours.accent;
    for (const { x, y, dy } of state.shots) {
      const top = (y - dy * late) / px;
      // Twice as wide as what hits: thin as that it would hardly be seen on a telephone.
      pen.fillRect(snap(x / px - 0.5, look.pixel), top, 2, shot.height / px);
    }
    const step = (state.tick >> 3) & 1;
    for (const { x, y, dy, kind } of state.raiderShots) {
      const mask = shotMasks[kind]![step]!;
      sprites.put(pen, mask, look.colours.hues[0], x / px - 1, (y - dy * late) / px);
    }
  }

  function drawSaucer(pen: Pen, { state, part }: Scene, look: Look): void {
    const { saucer } = state;
    if (saucer === undefined) return;
    const x = (saucer.x - saucer.dx * (1 - part)) / px;
    const y = sizes.saucer.y / px;
    sprites.put(pen, saucerMask, look.colours.hues[1], x, y);
    drawSteam(pen, look, x, y, look.isCalm ? 0 : (state.tick >> 4) & 1);
  }

  function drawShip(pen: Pen, { before, state, part }: Scene, look: Look): void {
    const { ship } = state;
    if (ship.gone > 0) return;
    const was = before.ship.gone > 0 ? ship.x : before.ship.x;
    const x = between(was, ship.x, part) / px;
    sprites.put(pen, shipMask, look.colours.accent, x, shipY);
    if (ship.safe > 0) drawDome(pen, look, x + shipMask.width / 2, ship.safe - part);
  }

  /** Ships that wait, on the ground's right; which wave it is, on its left. */
  function drawGround(pen: Pen, { state, part }: Scene, look: Look): void {
    const waiting = Math.min(6, Math.max(0, state.lives - (state.ship.gone > 0 ? 0 : 1)));
    const y = ground + 9;
    for (let at = 0; at < waiting; at += 1) {
      const isNew = at === waiting - 1 && !look.isCalm;
      const risen = isNew ? easeOut(Math.min(1, (ticks - lifeSince + part) / lifeTicks)) : 1;
      const x = field.width - 8 - (at + 1) * (shipMask.width + 5) + 5;
      sprites.put(pen, shipMask, look.colours.soft, x, y + (1 - risen) * 12);
    }
    pen.font = fontOf(600, 9);
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    pen.fillStyle = look.colours.soft;
    pen.fillText(`Wave ${state.wave}`, 8, y + 4);
  }

  return {
    tick(before, state) {
      ticks += 1;
      bursts.tick();
      // A run that is over stands still, and what flew goes on falling: its last hits are not new ones.
      if (before === state) return;
      for (const hit of state.hits) bursts.add(hit, rankOf(state.ranks, hit));
      if (state.lives > before.lives) lifeSince = ticks;
    },
    draw(pen, scene, look) {
      const { state, part } = scene;
      pen.imageSmoothingEnabled = false;
      sky.put(pen, look, 0, 0);
      sprites.begin(pen, look);
      drawGround(pen, scene, look);
      shields.draw(pen, look, state.shields);
      if (isLow(state)) drawLandingLine(pen, look);
      drawRaiders(pen, scene, look);
      drawSaucer(pen, scene, look);
      drawShip(pen, scene, look);
      drawShots(pen, scene, look);
      bursts.draw(pen, part, look);
      if (state.ranks.left === 0) drawCleared(pen, state, look);
    },
  };
}

const between = (from: number, to: number, part: number) => from + (to - from) * part;

function drawSteam(pen: Pen, { colours }: Look, x: number, y: number, step: number): void {
  pen.fillStyle = colours.faint;
  for (const [at, up] of steam) pen.fillRect(x + at + ((up + step) & 1), y - up - 1, 1, 1);
}
const steam = [
  [5, 1],
  [5, 2],
  [5, 3],
  [9, 1],
  [9, 2],
  [9, 3],
  [9, 4],
] as const;

/** Nothing harms the ship below it; it is drawn back to both sides as the time goes by, and blinks not. */
function drawDome(pen: Pen, { colours, pixel }: Look, x: number, left: number): void {
  const half = (Math.PI / 2) * Math.max(0, Math.min(1, left / safeTicks));
  pen.strokeStyle = colours.accent;
  pen.lineWidth = Math.max(1, pixel);
  pen.lineCap = "round";
  pen.beginPath();
  pen.arc(x, shipY + 7, 12, -Math.PI / 2 - half, -Math.PI / 2 + half);
  pen.stroke();
}

/** Whether the lowest of them is near the ship's height. */
function isLow({ ranks }: RaidersState): boolean {
  for (let rank = 0; rank < raider.ranks; rank += 1) {
    if (ranks.alive[rank] === 0) continue;
    return (ranks.y - rank * raider.cell + raider.height) / px > lowY;
  }
  return false;
}

function drawLandingLine(pen: Pen, { colours }: Look): void {
  pen.fillStyle = colours.hues[0];
  for (let x = 2; x < field.width; x += 8) pen.fillRect(x, shipY - 1, 4, 1);
}

function drawCleared(pen: Pen, { wave }: RaidersState, { colours }: Look): void {
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = colours.ink;
  pen.font = fontOf(600, 16);
  pen.fillText(`Wave ${wave + 1}`, field.width / 2, 112);
  pen.fillStyle = colours.soft;
  pen.font = fontOf(500, 9);
  pen.fillText("The shields are whole again", field.width / 2, 128);
}
