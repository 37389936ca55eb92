/** The field: board, stains, what flies, what flew apart, the blade, words, borders. It remembers what is only seen. */
import { placeRange } from "#games/kit/engine.ts";
import {
  type Rules,
  type State,
  type Thing,
  angles,
  kinds,
  sixteenths,
} from "#games/slicer/index.ts";
import type { Colours, Look, Painter } from "../game.ts";
import type { Picture } from "../painting/still-layer.ts";
import { createBits, mostBits } from "./bits.ts";
import { drawBoard, zoneEdge } from "./board.ts";
import { createBorders } from "./borders.ts";
import { createLaneSigns, mostSlashes } from "./lane-signs.ts";
import { between, turn } from "./pens.ts";
import { createPopups, mostPopups } from "./popups.ts";
import { type Sprites, drawSprites, putSprite } from "./sprites.ts";
import { type Tones, tonesOf } from "./tones.ts";
import { createTrail } from "./trail.ts";

/** 120 with what is hit by a bomb, whatever happens. */
export const mostParticles =
  mostBits.halves + mostBits.drops + mostBits.stains + mostPopups + mostSlashes + 1;

type Drawn = { look: Look; tones: Tones; board: Picture; sprites: Sprites };

export function createPainter(rules: Rules): Painter<State> {
  const isLanes = rules.hands === "lanes";
  const bits = createBits();
  const trail = createTrail();
  const popups = createPopups();
  const borders = createBorders();
  const laneSigns = createLaneSigns();
  let drawn: Drawn | undefined;

  function drawnFor(look: Look): Drawn {
    if (drawn === undefined || !isAlike(drawn.look, look)) {
      const tones = tonesOf(look.colours);
      const [board, sprites] = [drawBoard(tones, look, rules), drawSprites(tones, look)];
      drawn = { look, tones, board, sprites };
    }
    return drawn;
  }

  return {
    tick(before, state) {
      bits.tick(state);
      trail.tick(before, state);
      popups.tick(before, state);
      borders.tick(state);
      laneSigns.tick(state);
    },

    draw(pen, scene, look) {
      const { tones, board, sprites } = drawnFor(look);
      const { part } = scene;
      pen.lineCap = "round";
      pen.drawImage(board, 0, 0, placeRange, placeRange);
      if (isLanes) laneSigns.drawBelow(pen, scene, tones);
      bits.drawBelow(pen, sprites, part);
      bits.drawAbove(pen, sprites, tones, part, look);
      popups.draw(pen, tones, part, look);
      // Nothing that is only seen hides a bomb.
      drawThings(pen, scene, sprites, isLanes ? tones : undefined);
      if (isLanes) laneSigns.drawAbove(pen, scene, tones);
      else trail.draw(pen, scene, tones.ink);
      borders.draw(pen, scene, tones, look);
    },
  };
}

function isAlike(one: Look, other: Look): boolean {
  return (
    one.pixel === other.pixel &&
    one.hasPatterns === other.hasPatterns &&
    (one.colours === other.colours || keyOf(one.colours) === keyOf(other.colours))
  );
}

const keyOf = ({ field, line, faint, soft, ink, onHue, hues }: Colours) =>
  [field, line, faint, soft, ink, onHue, ...hues].join(" ");

type Scene = { before: State; state: State; part: number };

/** @param ringed what can be cut has a ring, in this one's ink; undefined: a blade cuts everything */
function drawThings(
  pen: CanvasRenderingContext2D,
  { before, state, part }: Scene,
  { whole }: Sprites,
  ringed: Tones | undefined,
): void {
  let at = 0;
  for (const thing of state.things) {
    // Both are in the order of their throws.
    while (at < before.things.length && before.things[at]!.id < thing.id) at += 1;
    const was = before.things[at]?.id === thing.id ? before.things[at]! : thing;
    const x = between(was.x, thing.x, part) / sixteenths;
    const y = between(was.y, thing.y, part) / sixteenths;
    putSprite(pen, whole[thing.kind], x, y, angleOf(was, thing, part));
    if (ringed === undefined || y >= zoneEdge || thing.kind === "bomb") continue;
    pen.beginPath();
    pen.arc(x, y, kinds[thing.kind].radius + 62, 0, turn);
    pen.strokeStyle = ringed.soft;
    pen.lineWidth = 14;
    pen.stroke();
  }
}

/** The shorter way around. */
function angleOf(from: Thing, to: Thing, part: number): number {
  const half = angles / 2;
  const way = ((to.angle - from.angle + half + angles) % angles) - half;
  return ((from.angle + way * part) / angles) * turn;
}
