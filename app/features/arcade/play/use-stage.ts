/** Stage and match of what is chosen, as React sees them. */
import { type RefObject, useEffect, useState, useSyncExternalStore } from "react";
import { type Hashable } from "#games/kit/hash-state.ts";
import type { Game } from "../game.ts";
import { type Match, type MatchView, createMatch } from "./match.ts";
import { type Stage, type StageView, createStage } from "./stage.ts";

type Elements = {
  element: RefObject<HTMLElement | null>;
  box: RefObject<HTMLDivElement | null>;
  canvas: RefObject<HTMLCanvasElement | null>;
};

const noStage: StageView = {
  phase: "ready",
  count: 0,
  readouts: [],
  said: "",
  isSettled: false,
  isTooLong: false,
};
const noMatch: MatchView = { notice: undefined, counts: false, outcome: undefined };
const never = () => () => {};

/** Anew for other rules: what is played then ends. */
export function useStage<State extends Hashable, Rules>(
  game: Game<State, Rules>,
  { rules, isDaily }: { rules: Rules; isDaily: boolean },
  { element, box, canvas }: Elements,
): {
  stage: Stage<State> | undefined;
  match: Match | undefined;
  view: StageView;
  played: MatchView;
} {
  const [made, setMade] = useState<{ key: string; stage: Stage<State>; match: Match }>();
  const key = JSON.stringify([rules, isDaily]);
  useEffect(() => {
    const [whole, around, field] = [element.current, box.current, canvas.current];
    if (whole === null || around === null || field === null) return undefined;
    const [chosen, daily] = JSON.parse(key) as [Rules, boolean];
    const stage = createStage({ game, rules: chosen, stage: whole, box: around, canvas: field });
    const match = createMatch(game, stage, { rules: chosen, isDaily: daily });
    let last = stage.view().phase;
    const stop = stage.subscribe(() => {
      const { phase } = stage.view();
      if (phase === "over" && last !== "over") match.over();
      last = phase;
    });
    // oxlint-disable-next-line react/set-state-in-effect -- there is a canvas only once it has been put into the page
    setMade({ key, stage, match });
    return () => {
      stop();
      stage.close();
      setMade(undefined);
    };
  }, [game, key, element, box, canvas]);

  // Of other rules it is closed in a moment, and nobody begins anything on it.
  const { stage, match } = made?.key === key ? made : {};
  const view = useSyncExternalStore(
    stage?.subscribe ?? never,
    stage?.view ?? (() => noStage),
    () => noStage,
  );
  const played = useSyncExternalStore(
    match?.subscribe ?? never,
    match?.view ?? (() => noMatch),
    () => noMatch,
  );
  return { stage, match, view, played };
}
