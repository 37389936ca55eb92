/**
 * What the shell has to know of a game: its rules, what its buttons are, and how a state is drawn, heard and said. All of
 * it is made of states that the engine gives; nothing here can change how a run goes. docs/games.md
 */
import type { GameName } from "#games/engines.ts";
import type { Engine } from "#games/kit/engine.ts";

export type Game<State, Rules> = {
  name: GameName;
  title: string;
  engine: Engine<State, Rules>;
  modes: readonly Mode[];
  choices: readonly Choice[];
  /** @param values of every choice, within its range */
  rulesOf: (mode: string, values: ChoiceValues) => Rules;
  buttons: readonly Button[];
  /** Whether the engine is told where the finger or the pressed mouse is. */
  usesPointer: (rules: Rules) => boolean;
  /** What fingers and mouse do on the field, where the engine is not told of them. */
  gestures?: (send: GestureSend, rules: Rules) => Gestures;
  /** In units of its own; everything is drawn in them. `isTall`: there is more height than width, as on a telephone. */
  fieldOf: (rules: Rules, isTall: boolean) => Size;
  /** Anew for each run: it may remember what is only seen, such as sparks. */
  createPainter: (rules: Rules) => Painter<State>;
  /** What of them there is to hear, by name. */
  sounds: Readonly<Record<string, Sound>>;
  /** Names of sounds of the tick between two states. */
  heard: (before: State, state: State) => readonly string[];
  /** What a screen reader is told of the tick between two states, if anything: seldom, and short. */
  said: (before: State, state: State) => string | undefined;
  /** The field in one or two sentences, for who does not see it. */
  describe: (state: State) => string;
  /** Above the field while it is played: three to five, each value at most eight characters. */
  readouts: (state: State) => readonly Readout[];
  /** Once it is over, beside the result: how it went, in one sentence, and numbers. */
  ended: (state: State) => { line: string; numbers: readonly Readout[] };
  /** Ways to play that a visitor would not guess: a sentence each. */
  hints: readonly string[];
};

export type Mode = {
  id: string;
  title: string;
  /** What ends it and what counts, in one sentence. */
  line: string;
  /** Ids of the choices that it leaves to the player. */
  choices: readonly string[];
  /** One seed for all on one day; only who is signed in plays it, and the first run counts. */
  isDaily?: true;
};

/** What a player chooses beside the mode: few named values, or a number. */
export type Choice = {
  id: string;
  title: string;
  usual: number;
  /** `handling` is in the settings, `start` beside the modes. */
  place: "start" | "handling";
} & (
  | { options: readonly { value: number; title: string }[] }
  | { from: number; to: number; unit: string; help: string }
);
export type ChoiceValues = Readonly<Record<string, number>>;

export type Button = {
  /** Unique in its game; settings are kept by it. */
  id: string;
  /** In `TickInput.held`. */
  bit: number;
  /** "Move left" */
  title: string;
  /** Usual ones, as `KeyboardEvent.code`: `ArrowLeft`, `KeyA`. Escape, Tab, KeyP and Enter are the shell's. */
  keys: readonly string[];
  /** Usual ones of a standard gamepad. Start is the shell's. */
  pad: readonly PadControl[];
  /** The button on a touch screen: on which side, and its sign, at most two characters; undefined: there is none. */
  touch?: { side: "left" | "right"; sign: string };
  /** Undefined: in all modes and choices. */
  isUsed?: (rules: never) => boolean;
};
/** A button of the standard layout by its number, or a direction of the left stick. */
export type PadControl = number | "stick-left" | "stick-right" | "stick-up" | "stick-down";

export type GestureSend = {
  /** As if it were pressed and let go at once. Several wait for each other. */
  press: (button: string) => void;
  /** Until it is let go. */
  hold: (button: string, isHeld: boolean) => void;
};
/** `x` and `y` in units of the field, `atMs` the event's own time. One finger at a time; another one has its own `id`. */
export type Touch = { id: number; x: number; y: number; atMs: number };
export type Gestures = {
  down: (touch: Touch) => void;
  move: (touch: Touch) => void;
  up: (touch: Touch) => void;
  /** The browser has taken the finger away, or the game stands still. */
  cancel: () => void;
};

export type Size = { width: number; height: number };

export type Painter<State> = {
  /** Each tick, in their order. */
  tick: (before: State, state: State) => void;
  /**
   * The whole field, also where nothing has changed.
   * @param scene `part`: how far from `before` to `state`, from 0 to 1
   * @param pen its unit is the field's, its origin the upper left corner; it has been cleared
   */
  draw: (
    pen: CanvasRenderingContext2D,
    scene: { before: State; state: State; part: number },
    look: Look,
  ) => void;
};

export type Look = {
  colours: Colours;
  /** Signs on pieces that otherwise only colour tells apart. */
  hasPatterns: boolean;
  /** Nothing shakes, flashes or flies that is not the game itself. */
  isCalm: boolean;
  isTall: boolean;
  /** Of the field's units that a pixel of the screen has: a hairline is that wide. */
  pixel: number;
};

/** Values that a canvas takes. All have 3:1 at least to `field`, but `line`, which is only seen. */
export type Colours = {
  field: string;
  /** A grid, an edge. */
  line: string;
  /** Something that is there but not the game's: a ghost, a shadow. */
  faint: string;
  soft: string;
  ink: string;
  accent: string;
  /** On any of `hues`. */
  onHue: string;
  /** Warm to cold, as different as they can be: clay, amber, olive, teal, blue, violet, rose. */
  hues: readonly [string, string, string, string, string, string, string];
};

/** Parameters of `zzfx`, in its order, without volume's master. */
export type Sound = readonly (number | undefined)[];

export type Readout = { title: string; value: string };
