/** What is chosen, and what of it is played. */
import { useMemo, useState } from "react";
import type { ChoiceValues, Game, Mode } from "../game.ts";
import { modeOf, valuesOf } from "./controls.ts";
import { useArcadeSettings } from "./use-settings.ts";

export type Chosen<Rules> = { mode: Mode; values: ChoiceValues; rules: Rules };

/**
 * A run keeps what it began with: the settings, or another tab, choose for the next one.
 * @param isLive from a press of Play until the field is ready again
 */
export function useChosen<State, Rules>(
  game: Game<State, Rules>,
  isLive: boolean,
): Chosen<Rules> & {
  /** Something else is chosen than what is played. */
  isOther: boolean;
} {
  const settings = useArcadeSettings();
  const now = JSON.stringify([modeOf(game, settings).id, valuesOf(game, settings)]);
  const [kept, setKept] = useState(now);
  if (!isLive && kept !== now) setKept(now);
  const key = isLive ? kept : now;
  return useMemo(() => {
    const [id, values] = JSON.parse(key) as [string, ChoiceValues];
    const mode = game.modes.find((one) => one.id === id) ?? game.modes[0]!;
    return { mode, values, rules: game.rulesOf(mode.id, values), isOther: key !== now };
  }, [game, key, now]);
}
