/** Turns the times of frames, at whatever rate they come, into ticks of 1/60 s. */
import { ticksPerSecond } from "./engine.ts";

export type Ticker = {
  /**
   * @param nowMs the frame's own time; the first one after `rest` begins to count
   * @returns how many ticks are due, and how far the next one is on its way, from 0 to 1
   */
  frame: (nowMs: number) => { ticks: number; part: number };
  /** What goes by until the next frame is not caught up. */
  rest: () => void;
};

/** What is later than that is let go: the game slows down for a moment and does not jump. */
const mostTicks = 5;
const tickMs = 1000 / ticksPerSecond;
/** Frames of 60 a second are one tick each, though their times are rounded. */
const slackMs = 0.5;

export function createTicker(): Ticker {
  let last: number | undefined;
  let leftMs = 0;
  return {
    frame(nowMs) {
      leftMs += last === undefined ? 0 : Math.max(0, nowMs - last);
      last = nowMs;
      const due = Math.floor((leftMs + slackMs) / tickMs);
      const ticks = Math.min(mostTicks, due);
      leftMs = due > mostTicks ? 0 : leftMs - due * tickMs;
      return { ticks, part: Math.min(1, Math.max(0, leftMs / tickMs)) };
    },
    rest() {
      last = undefined;
      leftMs = 0;
    },
  };
}
