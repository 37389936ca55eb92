/** Words that come up on the field for a moment: what a combo brought, what a bomb cost, what fell. */
import {
  type State,
  below,
  happened,
  isFruit,
  modeOf,
  quartersOf,
  sixteenths,
} from "#games/slicer/index.ts";
import { placeRange } from "#games/kit/engine.ts";
import type { Look } from "../game.ts";
import { cap } from "./board.ts";
import { family } from "./pens.ts";
import { type Aged, createPool, easeOut, fadeOf } from "./pool.ts";
import type { Tones } from "./tones.ts";

type Popup = Aged & { text: string; under: string; x: number; y: number; isBad: boolean };

export const mostPopups = 8;

const ticks = 54;
const rise = 110;
const large = `700 230px ${family}`;
const small = `600 150px ${family}`;

export function createPopups() {
  const popups = createPool<Popup>(mostPopups, () => {
    return { age: 1, life: 0, text: "", under: "", x: 0, y: 0, isBad: false };
  });
  /** Where the last one of a combo was cut. */
  let last = { x: 2048, y: 1600 };

  function show(text: string, under: string, x: number, y: number, isBad = false): void {
    const popup = popups.take();
    popup.life = ticks;
    popup.text = text;
    popup.under = under;
    const margin = under === "" ? 260 : 596;
    popup.x = Math.min(placeRange - margin, Math.max(margin, x));
    popup.y = Math.min(placeRange - 100, Math.max(420, y));
    popup.isBad = isBad;
  }

  function showCuts({ cuts, rules }: State): void {
    for (const { kind, x, y } of cuts) {
      const [atX, atY] = [x / sixteenths, y / sixteenths];
      if (kind === "star") show("×2", "points", atX, atY);
      else if (kind === "frost") show("½", "as fast", atX, atY);
      else if (kind !== "bomb") last = { x: atX, y: atY };
      else if (modeOf(rules).ticks !== undefined) show("−5 s", "", atX, atY, true);
    }
  }

  function showMissed(before: State, state: State): void {
    if ((state.events & happened.missed) === 0 || modeOf(state.rules).misses === undefined) return;
    const level = state.rules.hands === "lanes" ? cap.y - 40 : placeRange;
    const quarters = quartersOf(state);
    for (const { kind, x, y, vy } of before.things) {
      const isFallen = y + ((vy * quarters) >> 2) > below;
      if (isFallen && isFruit(kind)) show("×", "", x / sixteenths, level, true);
    }
  }

  return {
    tick(before: State, state: State): void {
      popups.grow();
      showCuts(state);
      showMissed(before, state);
      const { closed } = state;
      if (closed === undefined) return;
      show(`+${closed.points}`, `combo of ${closed.size}`, last.x, last.y - 260);
    },

    draw(pen: CanvasRenderingContext2D, tones: Tones, part: number, { isCalm }: Look): void {
      pen.textAlign = "center";
      pen.textBaseline = "alphabetic";
      pen.lineJoin = "round";
      pen.lineWidth = 44;
      pen.strokeStyle = tones.field;
      popups.each(({ text, under, x, y, isBad, age, life }) => {
        const up = isCalm ? rise : rise * easeOut(Math.min(1, (age + part) / 12));
        pen.globalAlpha = fadeOf(age + part, life, 14);
        pen.fillStyle = isBad ? tones.hues[0] : tones.ink;
        write(pen, large, text, x, y - up);
        if (under !== "") write(pen, small, under, x, y - up + 165);
      });
      pen.globalAlpha = 1;
    },
  };
}

function write(
  pen: CanvasRenderingContext2D,
  font: string,
  text: string,
  x: number,
  y: number,
): void {
  pen.font = font;
  pen.strokeText(text, x, y);
  pen.fillText(text, x, y);
}
