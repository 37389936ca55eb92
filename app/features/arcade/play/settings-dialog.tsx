/** How somebody plays: sound, comfort, touch, handling, keys and gamepad. */
import { type ReactNode, useEffect, useState } from "react";
import { Modal } from "#app/ui/modal.tsx";
import type { Button, Choice, Game } from "../game.ts";
import { isFree, keyName, keysOf, padName, padOf, valuesOf, withKey, withPad } from "./controls.ts";
import { findPad, pressedControl } from "./gamepad.ts";
import { changeSettings, readSettings } from "./settings.ts";
import type { ArcadeSettings } from "./settings.ts";
import { wakeSound } from "./sound.ts";
import { useArcadeSettings } from "./use-settings.ts";

type AnyGame = Pick<Game<never, never>, "name" | "title" | "buttons" | "modes" | "choices">;

export default function SettingsDialog({ game, onClose }: { game: AnyGame; onClose: () => void }) {
  const settings = useArcadeSettings();
  const handling = game.choices.filter(({ place }) => place === "handling");
  return (
    <Modal label="game-settings" className="arcade-dialog" onClose={onClose}>
      <header>
        <h2 id="game-settings">Settings</h2>
        <button type="button" className="text-button" onClick={onClose}>
          Close
        </button>
      </header>
      <Part title="Sound">
        <Flag name="hasSound" settings={settings}>
          Sound
        </Flag>
        <label className="setting-range">
          Volume
          <input
            type="range"
            min={0}
            max={100}
            step={5}
            value={settings.volume}
            disabled={!settings.hasSound}
            onChange={({ currentTarget }) =>
              changeSettings({ volume: Number(currentTarget.value) })
            }
          />
        </label>
      </Part>
      <Part title="To look at">
        <Flag name="isCalm" settings={settings}>
          Nothing shakes or flies about
        </Flag>
        <Flag name="hasPatterns" settings={settings}>
          Signs on what only colour tells apart
        </Flag>
      </Part>
      <Part title="Touch">
        <Flag name="hasTouchButtons" settings={settings}>
          Buttons on the screen
        </Flag>
        <Flag name="isLeftHanded" settings={settings}>
          Buttons for the left hand
        </Flag>
        <Flag name="vibrates" settings={settings}>
          Buttons tremble when pressed
        </Flag>
      </Part>
      {handling.length > 0 ? (
        <Part title="Handling">
          {handling.map((choice) => (
            <HandlingField key={choice.id} choice={choice} game={game} settings={settings} />
          ))}
        </Part>
      ) : null}
      <Part title="Keys and gamepad">
        <p className="quiet">
          Press what a button should be. One key is one button’s; Esc, P, Enter and Tab stay as they
          are, and Ctrl, Alt and ⌘ are the browser’s.
        </p>
        <ul className="remap">
          {game.buttons.map((button) => (
            <RemapRow key={button.id} button={button} game={game} settings={settings} />
          ))}
        </ul>
        <button
          type="button"
          onClick={() => {
            const { [game.name]: _keys, ...keys } = readSettings().keys;
            const { [game.name]: _pad, ...pad } = readSettings().pad;
            changeSettings({ keys, pad });
          }}
        >
          As they were at first
        </button>
      </Part>
    </Modal>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="settings-part">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

type FlagName = {
  [Name in keyof ArcadeSettings]: ArcadeSettings[Name] extends boolean ? Name : never;
}[keyof ArcadeSettings];

function Flag({
  name,
  settings,
  children,
}: {
  name: FlagName;
  settings: ArcadeSettings;
  children: ReactNode;
}) {
  return (
    <label className="setting-flag">
      <input
        type="checkbox"
        checked={settings[name]}
        onChange={({ currentTarget }) => {
          changeSettings({ [name]: currentTarget.checked });
          void wakeSound();
        }}
      />
      {children}
    </label>
  );
}

function HandlingField({
  choice,
  game,
  settings,
}: {
  choice: Choice;
  game: AnyGame;
  settings: ArcadeSettings;
}) {
  if (!("from" in choice)) return null;
  const { id, title, from, to, unit, help } = choice;
  const value = valuesOf(game, settings)[id];
  return (
    <label className="setting-range">
      <span>
        {title}: {value} {unit}
      </span>
      <input
        type="range"
        min={from}
        max={to}
        value={value}
        aria-describedby={`help-${id}`}
        onChange={({ currentTarget }) => {
          const { values } = readSettings();
          const own = { ...values[game.name], [id]: Number(currentTarget.value) };
          changeSettings({ values: { ...values, [game.name]: own } });
        }}
      />
      <span className="quiet" id={`help-${id}`}>
        {help}
      </span>
    </label>
  );
}

function RemapRow({
  button,
  game,
  settings,
}: {
  button: Button;
  game: AnyGame;
  settings: ArcadeSettings;
}) {
  const [waits, setWaits] = useState<"keys" | "pad">();
  useEffect(() => {
    if (waits === undefined) return undefined;
    const life = new AbortController();
    const { signal } = life;
    addEventListener(
      "keydown",
      (event) => {
        event.preventDefault();
        event.stopPropagation();
        // The Enter that has asked for it may still be held.
        if (event.repeat) return;
        setWaits(undefined);
        if (waits === "pad" || !isFree(event.code)) return;
        const keys = withKey(game, readSettings(), { button: button.id, keys: [event.code] });
        changeSettings({ keys });
      },
      { capture: true, signal },
    );
    let frame = 0;
    const look = () => {
      frame = requestAnimationFrame(look);
      const pad = findPad();
      const control = pad === undefined ? undefined : pressedControl(pad);
      if (waits !== "pad" || control === undefined) return;
      setWaits(undefined);
      changeSettings({ pad: withPad(game, readSettings(), { button: button.id, pad: [control] }) });
    };
    look();
    return () => {
      life.abort();
      cancelAnimationFrame(frame);
    };
  }, [waits, game, button.id]);

  const keys = keysOf(game, button, settings).map(keyName).join(", ");
  const pad = padOf(game, button, settings).map(padName).join(", ");
  const waiting = (what: "keys" | "pad") => waits === what;
  return (
    <li>
      <span>{button.title}</span>
      <button
        type="button"
        aria-label={`Key for ${button.title}: ${keys || "none"}`}
        onClick={() => setWaits("keys")}
        onBlur={() => setWaits(undefined)}
      >
        {waiting("keys") ? "Press a key" : keys || "None"}
      </button>
      <button
        type="button"
        aria-label={`Gamepad button for ${button.title}: ${pad || "none"}`}
        onClick={() => setWaits("pad")}
        onBlur={() => setWaits(undefined)}
      >
        {waiting("pad") ? "Press a button" : pad || "None"}
      </button>
      <output className="unseen">
        {waits === undefined ? "" : `Waiting for a ${waits === "keys" ? "key" : "gamepad button"}`}
      </output>
    </li>
  );
}
