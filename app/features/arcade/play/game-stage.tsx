/** The field, what stands above it, and the panels that lie on it. */
import { type KeyboardEvent, useEffect, useRef } from "react";
import { type Hashable } from "#games/kit/hash-state.ts";
import type { Game } from "../game.ts";
import { chooseMode, chooseValue } from "./choose.ts";
import { formatResult } from "./format-result.ts";
import { type Outcome, ownBest } from "./match.ts";
import { OverPanel } from "./over-panel.tsx";
import { PausePanel } from "./pause-panel.tsx";
import { changeSettings } from "./settings.ts";
import { wakeSound } from "./sound.ts";
import { StageBar } from "./stage-bar.tsx";
import { StartPanel } from "./start-panel.tsx";
import { TouchButtons } from "./touch-buttons.tsx";
import type { Chosen } from "./use-chosen.ts";
import { useArcadeSettings } from "./use-settings.ts";
import { useStage } from "./use-stage.ts";
import { useWakeLock } from "./use-wake-lock.ts";

/** Whoever was hammering at a key when it ended does not begin anew by that. */
const hastyMs = 700;
/** Nor does the field go out of view by that. */
const movesPage = /^(Space|Arrow)/;

export function GameStage<State extends Hashable, Rules>({
  game,
  chosen: { mode, values, rules },
  isOther,
  onLive,
  onSettings,
  onWatch,
  onShare,
  onCounted,
}: {
  game: Game<State, Rules>;
  chosen: Chosen<Rules>;
  /** The next run is to be another one. */
  isOther: boolean;
  onLive: (isLive: boolean) => void;
  onSettings: () => void;
  onWatch: (outcome: Outcome) => void;
  /** Says what went wrong. */
  onShare: (outcome: Outcome) => Promise<string | undefined>;
  /** A run stands on a board now. */
  onCounted: () => void;
}) {
  const settings = useArcadeSettings();
  const element = useRef<HTMLElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDaily = mode.isDaily === true;
  const { stage, match, view, played } = useStage(
    game,
    { rules, isDaily },
    { element, box, canvas },
  );
  const { phase } = view;
  const { outcome } = played;
  const overAt = useRef(0);
  const isLive = phase !== "ready";
  useWakeLock(phase === "playing");

  const isCounted = outcome?.sent?.state === "counted";
  useEffect(() => {
    if (isCounted) onCounted();
  }, [isCounted, onCounted]);
  useEffect(() => onLive(isLive), [isLive, onLive]);
  // The stage of what is chosen now is made once this one is ready again.
  const playsNext = useRef(false);
  useEffect(() => {
    if (!playsNext.current || isOther || isLive || match === undefined) return;
    playsNext.current = false;
    match.play();
  }, [isOther, isLive, match]);
  useEffect(() => {
    if (view.isSettled) overAt.current = performance.now();
  }, [view.isSettled]);

  const play = () => {
    void wakeSound();
    element.current?.scrollIntoView({ block: "nearest" });
    if (!isOther) return match?.play();
    playsNext.current = true;
    stage?.leave();
  };
  const leave = () => {
    stage?.leave();
    // The panel with the focus is gone.
    element.current?.focus({ preventScroll: true });
  };

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { code } = event;
    const isButton = event.target instanceof HTMLButtonElement;
    const hasRead = view.isSettled && performance.now() - overAt.current > hastyMs;
    const isHasty = phase === "counting" || phase === "waiting" || (phase === "over" && !hasRead);
    if (isHasty && !isButton && movesPage.test(code)) event.preventDefault();
    if (event.repeat) return;
    if (code === "Escape" || code === "KeyP") {
      if (phase === "paused" && code === "KeyP") stage?.resume();
      else if (isLive && phase !== "over" && phase !== "paused") stage?.pause();
      else return;
      event.preventDefault();
    }
    if (code === "Enter" && !isButton && hasRead) play();
  }

  const board = game.engine.boardOf(rules);
  // The server's page has none: only what comes after it may know.
  const best = stage === undefined ? undefined : ownBest(game.name, board);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of whatever in it has the focus
    <section
      className="stage"
      data-phase={phase}
      ref={element}
      tabIndex={-1}
      aria-label={`${game.title}, playing field`}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        // A dialog, a link, the address bar: keys go there now.
        if (!currentTarget.contains(relatedTarget)) stage?.pause();
      }}
    >
      <StageBar
        readouts={isLive ? view.readouts : []}
        hasSound={settings.hasSound}
        onSound={() => {
          changeSettings({ hasSound: !settings.hasSound });
          void wakeSound();
        }}
        onSettings={onSettings}
        onPause={phase === "playing" || phase === "counting" ? () => stage?.pause() : undefined}
      />
      <div className="stage-body">
        <div className="stage-box" ref={box}>
          <canvas ref={canvas}>
            {stage === undefined ? game.title : game.describe(stage.state())}
          </canvas>
        </div>
        {phase === "counting" || phase === "waiting" ? (
          <p className="stage-count" aria-hidden="true">
            {phase === "waiting" ? "Waiting for the server" : view.count || ""}
          </p>
        ) : null}
        {phase === "ready" ? (
          <StartPanel
            game={game}
            mode={mode}
            values={values}
            best={
              best === undefined || board === undefined
                ? undefined
                : formatResult(best, board.order)
            }
            notice={played.notice}
            onMode={(id) => chooseMode(game.name, id)}
            onValue={(id, value) => chooseValue(game.name, id, value)}
            onPlay={play}
          />
        ) : null}
        {phase === "paused" && stage !== undefined ? (
          <PausePanel
            text={game.describe(stage.state())}
            counts={played.counts}
            onResume={() => stage.resume()}
            onLeave={leave}
          />
        ) : null}
        {phase === "over" && view.isSettled && outcome !== undefined ? (
          <OverPanel
            outcome={outcome}
            notice={played.notice}
            onAgain={play}
            onLeave={leave}
            onWatch={() => onWatch(outcome)}
            onShare={() => onShare(outcome)}
          />
        ) : null}
      </div>
      {isLive && phase !== "over" && settings.hasTouchButtons ? (
        <TouchButtons
          buttons={game.buttons.filter(({ isUsed }) => isUsed?.(rules as never) !== false)}
          isLeftHanded={settings.isLeftHanded}
          onTouch={(id, isHeld) => stage?.touch(id, isHeld)}
        />
      ) : null}
      {view.isTooLong ? (
        <p className="game-notice" role="alert">
          This run is longer than a run can be that counts. You can play on for yourself.
        </p>
      ) : phase === "playing" && played.notice !== undefined ? (
        <output className="game-notice">{played.notice}</output>
      ) : null}
      <output className="unseen">{view.said}</output>
    </section>
  );
}
