/** Block Stacker, drawn: the layers below, then what falls, then what is told. */
import { type State, happenings } from "#games/blockstacker/index.ts";
import type { Look, Painter } from "../game.ts";
import { type Since, drawBeside } from "./beside.ts";
import { type Cut, cutOf } from "./cells.ts";
import { type Trail, drawFalling, drawShine, drawTrail, trailOf } from "./falling.ts";
import { drawFrame, drawMode } from "./frame.ts";
import { type Layer, createFieldLayer, drawGround, drawSamples, drawStack } from "./layers.ts";
import { type Layout, layoutOf, sizeOf } from "./layout.ts";
import { type Drawn, type Popup, drawPopup, drawnOf, popupOf } from "./popups.ts";
import { showStack } from "./rows-go.ts";
import { type Stack, follow, goingTicks, stackOf } from "./stack.ts";

/** What hangs on the canvas and the colours only. */
type Made = {
  look: Look;
  layout: Layout;
  cut: Cut;
  samples: Layer;
  ground: Layer;
  stack: Layer;
  /** Of the stack that is drawn there. */
  version: number;
};

export function createPainter(): Painter<State> {
  let stack: Stack | undefined;
  let popup: Popup | undefined;
  let told: Drawn | undefined;
  let trail: Trail | undefined;
  let since: Since = { queue: -60, kept: -60 };
  let made: Made | undefined;

  return {
    tick(before, state) {
      stack = follow(stack ?? stackOf(before.field), before, state);
      popup = popupOf(state) ?? popup;
      since = {
        queue:
          before.queue[0] === state.queue[0] && before.pieces === state.pieces
            ? since.queue
            : state.tick,
        kept: before.kept === state.kept ? since.kept : state.tick,
      };
      if ((state.happened & happenings.dropped) > 0) trail = trailOf(before, state.tick);
    },

    draw(pen, { before, state, part }, look) {
      stack ??= stackOf(state.field);
      if (made === undefined || !isSame(made.look, look)) made = make(look);
      if (made.version !== stack.version) {
        drawStack(made.stack, stack, made);
        made.version = stack.version;
      }
      const at = before.tick + (state.tick - before.tick) * part;
      const scene = { ...made, at, look };
      const { width, height } = sizeOf(look.isTall);
      pen.fillStyle = look.colours.field;
      pen.fillRect(0, 0, width, height);
      show(pen, made, made.ground, 1);
      if (trail !== undefined && !look.isCalm) drawTrail(pen, trail, scene);
      showStack(
        pen,
        {
          layer: made.stack,
          layout: made.layout,
          isCalm: look.isCalm,
          alpha: state.over === "top" ? 0.45 : 1,
        },
        stack.going,
        at,
      );
      if (stack.placed !== undefined && stack.going === undefined && !look.isCalm) {
        drawShine(pen, stack.placed, scene);
      }
      drawMode(pen, state, scene);
      if (state.over !== "done")
        drawFalling(pen, { before, state, part }, { ...scene, hasGhost: !isGoing(stack, at) });
      drawFrame(pen, state, scene);
      drawBeside(pen, state, { ...scene, since });
      if (popup === undefined || state.over !== "") return;
      if (told?.popup !== popup || !isSame(told.look, look)) told = drawnOf(popup, look);
      drawPopup(pen, told, scene);
    },
  };
}

/** Until what is above has nearly come down, a place on it is none yet. */
const isGoing = ({ going }: Stack, at: number) =>
  going !== undefined && at - going.since < goingTicks * 0.7;

function make(look: Look): Made {
  const layout = layoutOf(look.isTall, look.pixel);
  const cut = cutOf(layout.cell, look.pixel);
  const ground = createFieldLayer(cut);
  drawGround(ground, layout, look);
  return {
    look,
    layout,
    cut,
    samples: drawSamples(cutOf(layout.small, look.pixel), look),
    ground,
    stack: createFieldLayer(cut),
    version: -1,
  };
}

const isSame = (one: Look, other: Look) =>
  one.pixel === other.pixel &&
  one.isTall === other.isTall &&
  one.hasPatterns === other.hasPatterns &&
  one.colours === other.colours;

function show(pen: CanvasRenderingContext2D, { layout }: Made, { picture }: Layer, alpha: number) {
  const { x, y, cell, pixel } = layout;
  pen.globalAlpha = alpha;
  pen.drawImage(picture, x, y - cell, picture.width * pixel, picture.height * pixel);
  pen.globalAlpha = 1;
}
