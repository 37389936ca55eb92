/** How somebody plays, kept in this browser. */

export type ArcadeSettings = {
  /** Silent until somebody asks for sound. */
  hasSound: boolean;
  /** From 0 to 100. */
  volume: number;
  vibrates: boolean;
  hasPatterns: boolean;
  /** Also without the system's wish for less motion. */
  isCalm: boolean;
  isLeftHanded: boolean;
  /** Buttons on a touch screen. */
  hasTouchButtons: boolean;
  /** By game and button, where they are not the usual ones. */
  keys: Record<string, Record<string, string[]>>;
  pad: Record<string, Record<string, (number | string)[]>>;
  /** By game: the mode, and the values of choices. */
  modes: Record<string, string>;
  values: Record<string, Record<string, number>>;
};

export const usualSettings: ArcadeSettings = {
  hasSound: false,
  volume: 60,
  vibrates: true,
  hasPatterns: false,
  isCalm: false,
  isLeftHanded: false,
  hasTouchButtons: true,
  keys: {},
  pad: {},
  modes: {},
  values: {},
};

const storageKey = "foyer:arcade";

let current: ArcadeSettings | undefined;
const listeners = new Set<() => void>();

export function readSettings(): ArcadeSettings {
  current ??= parseSettings(readStored());
  return current;
}

export function changeSettings(change: Partial<ArcadeSettings>): void {
  current = { ...readSettings(), ...change };
  try {
    localStorage.setItem(storageKey, JSON.stringify(current));
  } catch {
    // Storage is full or switched off: they hold for this visit.
  }
  for (const listener of listeners) listener();
}

export function subscribeSettings(listener: () => void): () => void {
  // The same listener is added once, and stays: what another tab sets while no game is open here holds here, too.
  addEventListener("storage", onStorage);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Another tab has changed them. */
function onStorage({ key }: StorageEvent): void {
  if (key !== storageKey) return;
  current = undefined;
  for (const listener of listeners) listener();
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    // Without storage they are the usual ones.
    return null;
  }
}

/** What is of no use in it is as usual. */
export function parseSettings(text: string | null): ArcadeSettings {
  const found = objectOf(parseJson(text));
  const { volume } = found;
  const flag = (name: keyof ArcadeSettings) => {
    const value = found[name];
    return typeof value === "boolean" ? value : (usualSettings[name] as boolean);
  };
  return {
    hasSound: flag("hasSound"),
    volume:
      typeof volume === "number" && volume >= 0 && volume <= 100 ? volume : usualSettings.volume,
    vibrates: flag("vibrates"),
    hasPatterns: flag("hasPatterns"),
    isCalm: flag("isCalm"),
    isLeftHanded: flag("isLeftHanded"),
    hasTouchButtons: flag("hasTouchButtons"),
    keys: mapOf(found["keys"], (one) => mapOf(one, (list) => listOf(list, isText))),
    pad: mapOf(found["pad"], (one) =>
      mapOf(one, (list) => listOf(list, (item) => isText(item) || isNumber(item))),
    ),
    modes: mapOf(found["modes"], (mode) => (isText(mode) ? mode : undefined)),
    values: mapOf(found["values"], (one) =>
      mapOf(one, (value) => (isNumber(value) ? value : undefined)),
    ),
  };
}

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    // Somebody else has written it.
    return null;
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function mapOf<Value>(
  value: unknown,
  each: (value: unknown) => Value | undefined,
): Record<string, Value> {
  const entries = Object.entries(objectOf(value)).flatMap(([key, item]): [string, Value][] => {
    const kept = each(item);
    return kept === undefined ? [] : [[key, kept]];
  });
  return Object.fromEntries(entries);
}

function listOf<Item>(value: unknown, is: (item: unknown) => item is Item): Item[] | undefined {
  return Array.isArray(value) && value.every(is) ? value : undefined;
}
