/** What is chosen before a run. */
import { useId } from "react";
import { openSignIn, useSession } from "#app/session/session.ts";
import type { Choice, ChoiceValues, Mode } from "../game.ts";

export function StartPanel({
  game,
  mode,
  values,
  best,
  notice,
  onMode,
  onValue,
  onPlay,
}: {
  game: { modes: readonly Mode[]; choices: readonly Choice[] };
  mode: Mode;
  values: ChoiceValues;
  /** What was reached here, as it is read. */
  best: string | undefined;
  notice: string | undefined;
  onMode: (mode: string) => void;
  onValue: (choice: string, value: number) => void;
  onPlay: () => void;
}) {
  const id = useId();
  const { status } = useSession();
  const mustSignIn = mode.isDaily === true && status === "signed-out";
  const shown = game.choices.filter(
    (choice) => choice.place === "start" && mode.choices.includes(choice.id),
  );
  return (
    <div className="game-panel start-panel">
      {notice === undefined ? null : (
        <p className="game-notice" role="alert">
          {notice}
        </p>
      )}
      <fieldset className="segments">
        <legend className="unseen">Mode</legend>
        {game.modes.map((one) => (
          <label key={one.id}>
            <input
              type="radio"
              name={`${id}mode`}
              checked={one.id === mode.id}
              onChange={() => onMode(one.id)}
            />
            <span>{one.title}</span>
          </label>
        ))}
      </fieldset>
      <p className="mode-line">{mode.line}</p>
      {shown.map((choice) =>
        "options" in choice ? (
          <fieldset className="segments small" key={choice.id}>
            <legend>{choice.title}</legend>
            {choice.options.map(({ value, title }) => (
              <label key={value}>
                <input
                  type="radio"
                  name={`${id}${choice.id}`}
                  checked={values[choice.id] === value}
                  onChange={() => onValue(choice.id, value)}
                />
                <span>{title}</span>
              </label>
            ))}
          </fieldset>
        ) : null,
      )}
      <div className="panel-acts">
        <button
          type="button"
          className="game-button"
          onClick={() => (mustSignIn ? openSignIn() : onPlay())}
        >
          {mustSignIn ? "Sign in to play" : "Play"}
        </button>
        {best === undefined ? null : <p className="quiet">Your best here: {best}</p>}
      </div>
      {mustSignIn ? (
        <p className="quiet">The day’s run is for people with an account, once each.</p>
      ) : mode.isDaily === true ? (
        <p className="quiet">It counts once: whoever begins it has begun it.</p>
      ) : null}
    </div>
  );
}
