/** A pen for tests: it draws nothing, counts what it is asked for, and says what was no number. */

export type RecordingPen = {
  pen: CanvasRenderingContext2D;
  calls: () => ReadonlyMap<string, number>;
  /** Texts in their order. */
  texts: () => readonly string[];
  colours: () => ReadonlySet<string>;
  /** Calls and fields of which a number was none, or a colour was missing. */
  faults: () => readonly string[];
};

export function createRecordingPen(): RecordingPen {
  const calls = new Map<string, number>();
  const texts: string[] = [];
  const colours = new Set<string>();
  const faults: string[] = [];
  const fields = new Map<PropertyKey, unknown>([["globalAlpha", 1]]);
  let depth = 0;

  function called(name: string, args: readonly unknown[]): void {
    calls.set(name, (calls.get(name) ?? 0) + 1);
    if (args.some(isFault)) faults.push(`${name}(${args.join(", ")})`);
    if (name === "fillText") texts.push(String(args[0]));
    if (name === "arc" && Number(args[2]) < 0) faults.push(`arc of radius ${String(args[2])}`);
    if (name === "save") depth += 1;
    if (name === "restore") depth -= 1;
    if (depth < 0) faults.push("restored more than was saved");
  }

  const pen = new Proxy(
    {},
    {
      get: (_, name) =>
        fields.get(name) ?? ((...args: unknown[]) => called(String(name), args.flat())),
      set(_, name, value) {
        fields.set(name, value);
        if (isFault(value)) faults.push(`${String(name)} = ${String(value)}`);
        if (name === "fillStyle" || name === "strokeStyle") colours.add(String(value));
        return true;
      },
    },
  ) as CanvasRenderingContext2D;

  return {
    pen,
    calls: () => calls,
    texts: () => texts,
    colours: () => colours,
    faults: () => (depth === 0 ? faults : [...faults, "saved more than was restored"]),
  };
}

const isFault = (value: unknown) =>
  value === undefined || (typeof value === "number" && !Number.isFinite(value));

/** What a page has and Node has not. Its pens count into `made`. */
export function offscreenStub(made: RecordingPen): typeof OffscreenCanvas {
  return class {
    width: number;
    height: number;
    constructor(width: number, height: number) {
      this.width = width;
      this.height = height;
    }
    getContext() {
      return made.pen;
    }
    transferToImageBitmap() {
      return this;
    }
  } as unknown as typeof OffscreenCanvas;
}
