/** Everything that a player can play with, as the input of the next tick. */
import type { TickInput } from "#games/kit/engine.ts";
import type { Game, Gestures, Size } from "../game.ts";
import { bitsOfKeys, padOf } from "./controls.ts";
import { isPressed, startButton, watchPad } from "./gamepad.ts";
import { createHeld } from "./held.ts";
import { createPlaces, placeOf } from "./places.ts";
import { readSettings } from "./settings.ts";

export type Input = {
  /** Once for each tick. */
  take: () => TickInput;
  /** Lets go of everything: the game stands still. */
  release: () => void;
  /** Once for each frame. */
  poll: () => void;
  /** A button on the screen. */
  touch: (button: string, isHeld: boolean) => void;
  close: () => void;
};

export function createInput<State, Rules>({
  game,
  rules,
  stage,
  canvas,
  field,
  isPlaying,
  onPause,
  onStart,
}: {
  game: Game<State, Rules>;
  rules: Rules;
  /** Keys count while the focus is in it. */
  stage: HTMLElement;
  canvas: HTMLCanvasElement;
  field: () => Size;
  isPlaying: () => boolean;
  /** The gamepad is gone. */
  onPause: () => void;
  /** The gamepad's Start. */
  onStart: () => void;
}): Input {
  const held = createHeld();
  const places = createPlaces();
  const life = new AbortController();
  const findPad = watchPad(life.signal);
  const bitOf = (id: string) => game.buttons.find((button) => button.id === id)?.bit ?? 0;
  const usesPointer = game.usesPointer(rules);
  const gestures: Gestures | undefined = game.gestures?.(
    {
      press: (button) => held.press(bitOf(button)),
      hold: (button, isHeld) => held.hold("gesture", bitOf(button), isHeld),
    },
    rules,
  );
  let hadPad = false;
  let startWasPressed = true;
  let finger: number | undefined;

  const on = <Name extends keyof HTMLElementEventMap>(
    target: EventTarget,
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) => target.addEventListener(name, listener as EventListener, { signal: life.signal });

  on(stage, "keydown", (event) => {
    if (!isPlaying() || event.ctrlKey || event.metaKey || event.altKey) return;
    const bit = bitsOfKeys(game, readSettings()).get(event.code);
    if (bit === undefined) return;
    // Arrows and Space would move the page.
    event.preventDefault();
    if (!event.repeat) held.hold(event.code, bit, true);
  });
  // Also where the focus has gone elsewhere meanwhile.
  on(window, "keyup", (event) => {
    const bit = bitsOfKeys(game, readSettings()).get(event.code);
    if (bit !== undefined) held.hold(event.code, bit, false);
  });

  const partOf = ({ clientX, clientY }: PointerEvent) => {
    const box = canvas.getBoundingClientRect();
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
  };
  const touchOf = (event: PointerEvent) => {
    const { x, y } = partOf(event);
    const { width, height } = field();
    return { id: event.pointerId, x: x * width, y: y * height, atMs: event.timeStamp };
  };

  on(canvas, "pointerdown", (event) => {
    if (!isPlaying() || event.button !== 0) return;
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    stage.focus({ preventScroll: true });
    if (!usesPointer) return gestures?.down(touchOf(event));
    if (finger !== undefined) return;
    finger = event.pointerId;
    const { x, y } = partOf(event);
    places.down(placeOf(x, y));
  });
  on(canvas, "pointermove", (event) => {
    if (!canvas.hasPointerCapture(event.pointerId)) return;
    if (!usesPointer) return gestures?.move(touchOf(event));
    if (event.pointerId !== finger) return;
    const { x, y } = partOf(event);
    places.move(placeOf(x, y));
  });
  on(canvas, "pointerup", (event) => {
    if (!usesPointer) return gestures?.up(touchOf(event));
    if (event.pointerId !== finger) return;
    finger = undefined;
    const { x, y } = partOf(event);
    places.up(placeOf(x, y));
  });
  on(canvas, "pointercancel", (event) => {
    gestures?.cancel();
    if (event.pointerId !== finger) return;
    finger = undefined;
    places.up();
  });
  on(canvas, "contextmenu", (event) => event.preventDefault());

  return {
    take: () => ({ held: held.take(), at: usesPointer ? places.take() : undefined }),
    release() {
      held.clear();
      places.clear();
      gestures?.cancel();
      finger = undefined;
      // One that is pulled out while the game stands still does not stop it anew.
      hadPad = false;
    },
    poll() {
      const pad = findPad();
      const isStart = pad !== undefined && isPressed(pad, startButton);
      if (isStart && !startWasPressed) onStart();
      startWasPressed = isStart;
      if (!isPlaying()) return;
      if (pad === undefined) {
        if (hadPad) onPause();
        hadPad = false;
        return;
      }
      for (const button of game.buttons) {
        const isHeld = padOf(game, button, readSettings()).some((one) => isPressed(pad, one));
        hadPad ||= isHeld;
        held.hold("pad", button.bit, isHeld);
      }
    },
    touch: (button, isHeld) => held.hold("touch", bitOf(button), isHeld),
    close: () => life.abort(),
  };
}
