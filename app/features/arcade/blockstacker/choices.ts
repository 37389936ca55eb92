/** The modes of Block Stacker, and how its keys are felt. */
import { type Rules, modes as known, usualHandling } from "#games/blockstacker/index.ts";
import type { Choice, ChoiceValues, Mode } from "../game.ts";

const handling = ["das", "arr", "soft"] as const;

export const modes: readonly Mode[] = [
  {
    id: "marathon",
    title: "Marathon",
    line: "150 lines, faster after every ten; points count.",
    choices: handling,
  },
  {
    id: "lines",
    title: "40 lines",
    line: "Clear 40 lines; the time counts.",
    choices: handling,
  },
  {
    id: "minutes",
    title: "Two minutes",
    line: "Two minutes at one pace; points count.",
    choices: handling,
  },
  {
    id: "zen",
    title: "Zen",
    line: "It never ends and nothing counts: a full field is emptied.",
    choices: handling,
  },
  {
    id: "daily",
    title: "Daily",
    line: "Two minutes with the same pieces for all; points count.",
    choices: handling,
    isDaily: true,
  },
];

export const choices: readonly Choice[] = [
  {
    id: "das",
    title: "Wait before a held key goes on",
    usual: usualHandling.das,
    place: "handling",
    from: 1,
    to: 20,
    unit: "ticks",
    help: "Of 60 ticks in a second. Less is quicker, and easier to overshoot with.",
  },
  {
    id: "arr",
    title: "Wait between steps of a held key",
    usual: usualHandling.arr,
    place: "handling",
    from: 0,
    to: 10,
    unit: "ticks",
    help: "0 is at once: the piece goes all the way to the side.",
  },
  {
    id: "soft",
    title: "Speed of a soft drop",
    usual: usualHandling.soft,
    place: "handling",
    from: 0,
    to: 60,
    unit: "times",
    help: "So many times as fast as the piece falls by itself. 0 is at once: it goes down to what is below.",
  },
];

export function rulesOf(mode: string, values: ChoiceValues): Rules {
  const { das = usualHandling.das, arr = usualHandling.arr, soft = usualHandling.soft } = values;
  return { mode: known.find((one) => one === mode) ?? "marathon", das, arr, soft };
}
