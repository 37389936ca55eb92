/** What is seen of a run. The snake glides: it is drawn on its way to the cell to which the engine has moved it. */
import { type Rules, type State, directions } from "#games/snake/index.ts";
import type { Look, Painter } from "../game.ts";
import { createPopups } from "../painting/popups.ts";
import { around, createSparks, easeOut } from "../painting/sparks.ts";
import { boardSize, cell, createBoard, margin } from "./board.ts";
import { type Mood, drawHead } from "./head.ts";
import { type Meal, createMeals, partOf, restOf } from "./meals.ts";
import { drawBulge, drawRibbon } from "./ribbon.ts";
import { createTrack, isStraight, layTrack } from "./track.ts";
import { drawFruit, drawRing, drawStar } from "./treats.ts";

const mostCrumbs = 32;
/** Until something that has come is as large as it gets. */
const growTicks = 9;

type Scene = { before: State; state: State; part: number };

export function createSnakePainter(rules: Rules): Painter<State> {
  const board = createBoard(rules);
  const size = boardSize(rules);
  const meals = createMeals();
  const crumbs = createSparks(mostCrumbs);
  const popups = createPopups(cell * 0.72, size);
  const track = createTrack();
  const tails = createTails();
  const since = { food: -growTicks, bonus: -growTicks };
  let ticks = 0;

  function celebrate({ kind, cell: at, points }: Meal, width: number): void {
    const [x, y] = [middle(at % width), middle(Math.floor(at / width))];
    const isStar = kind === "star";
    around(isStar ? 12 : 6, (dx, dy, nth) => {
      const far = cell * (0.6 + 0.25 * (nth % 3));
      const life = 16 + (nth % 3) * 4;
      const colour = isStar ? 1 : 0;
      crumbs.add({ x, y, dx: dx * far, dy: dy * far, size: cell * 0.14, colour, life });
    });
    if (isStar) popups.add({ text: `+${points}`, x, y: y - cell * 0.7 });
  }

  function drawTreats(pen: CanvasRenderingContext2D, { before, part }: Scene, look: Look): void {
    const { food, bonus, field } = before;
    const grown = (from: number) =>
      look.isCalm ? 1 : easeOut(Math.min(1, Math.max(0, (ticks - from + part) / growTicks)));
    if (food !== undefined) {
      drawFruit(pen, look, food % field.width, row(food, field.width), grown(since.food));
    }
    if (bonus !== undefined) {
      const [x, y] = [bonus.cell % field.width, row(bonus.cell, field.width)];
      drawRing(pen, look, x, y, (bonus.left - part) / bonus.whole);
      drawStar(pen, look, x, y, grown(since.bonus));
    }
  }

  function drawMeal(pen: CanvasRenderingContext2D, seen: State, part: number, look: Look): void {
    const meal = meals.waiting();
    if (meal === undefined) return;
    // Until the move begins that it is eaten in, it lies there as if nothing had happened.
    const rest = seen.cells[0] === meal.cell ? restOf(part) : 1;
    const [x, y] = [meal.cell % seen.field.width, row(meal.cell, seen.field.width)];
    if (meal.kind === "fruit") drawFruit(pen, look, x, y, rest);
    else drawStar(pen, look, x, y, rest);
  }

  function drawBulges(pen: CanvasRenderingContext2D, seen: State, colour: string): void {
    for (const bulge of meals.bulges()) {
      const at = seen.cells.indexOf(bulge);
      // Round a corner it would only fill the corner.
      if (at >= 2 && at < track.count - 2 && isStraight(track, at)) {
        drawBulge(pen, track, at, colour);
      }
    }
  }

  function drawSnake(pen: CanvasRenderingContext2D, scene: Scene, look: Look): void {
    const { state } = scene;
    const { seen, part } = seenOf(scene);
    layTrack(track, seen, part, tails.olderOf(seen));
    const mood = moodOf(state);
    const colour = mood === "hurt" ? look.colours.soft : look.colours.accent;
    drawMeal(pen, seen, part, look);
    drawBulges(pen, seen, colour);
    drawRibbon(pen, track, look, colour);
    const gaze = mood === "awake" ? (state.turns[0] ?? state.direction) : state.direction;
    drawHead(pen, track, look, { mood, gaze, colour, tongue: tongueOf(seen, part, mood) });
  }

  return {
    tick(before, state) {
      ticks += 1;
      crumbs.tick();
      popups.tick();
      // A run that is over stands still, and what flew goes on falling.
      if (before === state) return;
      tails.tick(before);
      const swallowed = meals.tick(before, state);
      if (swallowed !== undefined) celebrate(swallowed, state.field.width);
      if (before.food !== state.food) since.food = ticks + 1;
      if (before.bonus === undefined && state.bonus !== undefined) since.bonus = ticks + 1;
    },
    draw(pen, scene, look) {
      const { width, height, wraps } = scene.state.field;
      board.put(pen, look, 0, 0);
      pen.save();
      pen.translate(margin + cell / 2, margin + cell / 2);
      pen.scale(cell, cell);
      if (wraps) {
        pen.beginPath();
        pen.rect(-0.5, -0.5, width, height);
        pen.clip();
      }
      drawTreats(pen, scene, look);
      drawSnake(pen, scene, look);
      pen.restore();
      if (!look.isCalm) crumbs.draw(pen, scene.part, look.colours.hues);
      popups.draw(pen, scene.part, look);
    },
  };
}

const middle = (at: number) => margin + (at + 0.5) * cell;
const row = (at: number, width: number) => Math.floor(at / width);

/** A run that is over stands where it ended. Before, it is seen between the two states. */
function seenOf({ before, state, part }: Scene): { seen: State; part: number } {
  if (state.over !== "") return { seen: state, part: 1 };
  const { wholeMove } = before;
  return { seen: before, part: Math.min(1, partOf(before) + part / wholeMove) };
}

function moodOf({ over }: State): Mood {
  if (over === "full") return "glad";
  return over === "" ? "awake" : "hurt";
}

/** When there is something to eat straight ahead and near. */
function tongueOf({ cells, direction, food, field }: State, part: number, mood: Mood): number {
  if (food === undefined || mood !== "awake") return 0;
  const apartX = (food % field.width) - (cells[0]! % field.width);
  const apartY = row(food, field.width) - row(cells[0]!, field.width);
  const isLevel = direction === directions.left || direction === directions.right;
  const sign = direction === directions.left || direction === directions.up ? -1 : 1;
  const ahead = sign * (isLevel ? apartX : apartY);
  const aside = isLevel ? apartY : apartX;
  if (aside !== 0 || ahead < 1 || ahead > 3) return 0;
  return ahead === 3 ? part : 1;
}

/** Where the tail was before it was where the state says it was: the ribbon's end is bent by it. */
function createTails() {
  let known: State["cells"] | undefined;
  let tail = -1;
  let tailBefore = -1;
  let older: number | undefined;
  return {
    tick({ cells, tailBefore: now }: State): void {
      if (cells === known) return;
      if (known !== undefined && tailBefore !== tail) older = tailBefore;
      known = cells;
      tail = cells.at(-1)!;
      tailBefore = now;
    },
    olderOf: ({ cells }: State): number | undefined => (cells === known ? older : undefined),
  };
}
