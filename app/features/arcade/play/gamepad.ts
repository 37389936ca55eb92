/** A gamepad of the standard layout. Others are not read: what their numbers mean nobody knows. */
import type { PadControl } from "../game.ts";

/** As much as a worn stick is off its middle, and more. */
const stickFrom = 0.5;

/** The shell's own. */
export const startButton = 9;

export type PadState = Pick<Gamepad, "mapping" | "buttons" | "axes">;

/** The first one that is there. */
export function findPad(): PadState | undefined {
  if (!("getGamepads" in navigator)) return undefined;
  try {
    return navigator.getGamepads().find((pad) => pad?.mapping === "standard") ?? undefined;
  } catch {
    // A page around this one does not let it.
    return undefined;
  }
}

/** The same, for each frame. To ask takes long: the browser is asked only once it has told of one, until that is gone. */
export function watchPad(signal: AbortSignal): () => PadState | undefined {
  // One may have been there before.
  let mayBeThere = true;
  const lookAgain = () => (mayBeThere = true);
  addEventListener("gamepadconnected", lookAgain, { signal });
  addEventListener("focus", lookAgain, { signal });
  return () => {
    const pad = mayBeThere ? findPad() : undefined;
    mayBeThere = pad !== undefined;
    return pad;
  };
}

export function isPressed({ buttons, axes }: PadState, control: PadControl): boolean {
  const [x = 0, y = 0] = axes;
  switch (control) {
    case "stick-left":
      return x <= -stickFrom;
    case "stick-right":
      return x >= stickFrom;
    case "stick-up":
      return y <= -stickFrom;
    case "stick-down":
      return y >= stickFrom;
    default:
      return buttons[control]?.pressed === true;
  }
}

const directions = ["stick-left", "stick-right", "stick-up", "stick-down"] as const;

/** What is pressed, the shell's own button aside, for who sets another one. */
export function pressedControl(pad: PadState): PadControl | undefined {
  const button = pad.buttons.findIndex(({ pressed }, at) => pressed && at !== startButton);
  return button >= 0 ? button : directions.find((direction) => isPressed(pad, direction));
}
