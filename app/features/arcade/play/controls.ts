/** Which keys and gamepad buttons a game has just now: the usual ones, or what the player has set. */
import type { Button, ChoiceValues, Game, Mode, PadControl } from "../game.ts";
import type { ArcadeSettings } from "./settings.ts";

type AnyGame = Pick<Game<never, never>, "name" | "buttons" | "modes" | "choices">;

/** The shell's own, in every game. */
const shellKeys: ReadonlySet<string> = new Set(["Escape", "Tab", "KeyP", "Enter"]);

/** Of these the browser makes shortcuts, with keys that are played with. */
const modifiers = /^(?:Control|Alt|Meta|OS)/;

/** Whether a button can have that key. */
export const isFree = (code: string): boolean =>
  code !== "" && !shellKeys.has(code) && !modifiers.test(code);

export function keysOf(game: AnyGame, button: Button, settings: ArcadeSettings): readonly string[] {
  return settings.keys[game.name]?.[button.id] ?? button.keys;
}

export function padOf(
  game: AnyGame,
  button: Button,
  settings: ArcadeSettings,
): readonly PadControl[] {
  return (settings.pad[game.name]?.[button.id] as PadControl[] | undefined) ?? button.pad;
}

/** By `KeyboardEvent.code`. */
export function bitsOfKeys(game: AnyGame, settings: ArcadeSettings): Map<string, number> {
  return new Map(
    game.buttons.flatMap((button) =>
      keysOf(game, button, settings).map((key): [string, number] => [key, button.bit]),
    ),
  );
}

/** A key that is given to a button is taken from the other ones. */
export function withKey(
  game: AnyGame,
  settings: ArcadeSettings,
  { button, keys }: { button: string; keys: readonly string[] },
): ArcadeSettings["keys"] {
  const others = game.buttons.map((one): [string, string[]] => [
    one.id,
    one.id === button
      ? [...keys]
      : keysOf(game, one, settings).filter((key) => !keys.includes(key)),
  ]);
  return { ...settings.keys, [game.name]: Object.fromEntries(others) };
}

export function withPad(
  game: AnyGame,
  settings: ArcadeSettings,
  { button, pad }: { button: string; pad: readonly PadControl[] },
): ArcadeSettings["pad"] {
  const others = game.buttons.map((one): [string, PadControl[]] => [
    one.id,
    one.id === button ? [...pad] : padOf(game, one, settings).filter((item) => !pad.includes(item)),
  ]);
  return { ...settings.pad, [game.name]: Object.fromEntries(others) };
}

export function modeOf(game: AnyGame, settings: ArcadeSettings): Mode {
  const kept = settings.modes[game.name];
  return game.modes.find(({ id }) => id === kept) ?? game.modes[0]!;
}

/** Of every choice, within its range. */
export function valuesOf(game: AnyGame, settings: ArcadeSettings): ChoiceValues {
  const kept = settings.values[game.name];
  const entries = game.choices.map((choice): [string, number] => {
    const value = kept?.[choice.id] ?? choice.usual;
    const fits =
      "options" in choice
        ? choice.options.some((option) => option.value === value)
        : Number.isInteger(value) && value >= choice.from && value <= choice.to;
    return [choice.id, fits ? value : choice.usual];
  });
  return Object.fromEntries(entries);
}

const names: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Space: "Space",
  ShiftLeft: "Left Shift",
  ShiftRight: "Right Shift",
  Semicolon: ";",
};

/** A key's name as it stands on most keyboards. */
export function keyName(code: string): string {
  return names[code] ?? code.replace(/^(?:Key|Digit)/, "").replace(/^Numpad/, "Keypad ");
}

const padNames = ["A", "B", "X", "Y", "L1", "R1", "L2", "R2", "Select", "Start", "L3", "R3"];
const padDirections: Record<string, string> = {
  12: "Pad up",
  13: "Pad down",
  14: "Pad left",
  15: "Pad right",
  "stick-left": "Stick left",
  "stick-right": "Stick right",
  "stick-up": "Stick up",
  "stick-down": "Stick down",
};

export function padName(control: PadControl): string {
  return padDirections[control] ?? padNames[Number(control)] ?? `Button ${control}`;
}
