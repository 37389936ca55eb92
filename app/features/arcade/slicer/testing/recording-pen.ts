/** A pen that keeps what it is told, and refuses numbers that are none; canvases of it stand in for the browser's. */
export type Recording = {
  pen: CanvasRenderingContext2D;
  calls: Map<string, number>;
  text: string[];
};

export function createRecordingPen(): Recording {
  const calls = new Map<string, number>();
  const text: string[] = [];
  const kept: Record<string, unknown> = { globalAlpha: 1 };
  const pen = new Proxy(kept, {
    get(_, name: string) {
      if (name in kept) return kept[name];
      return (...given: unknown[]) => {
        calls.set(name, (calls.get(name) ?? 0) + 1);
        if (name === "fillText") text.push(String(given[0]));
        if (name === "getImageData") return { data: lightnessOf(kept["fillStyle"]) };
        check(name, given);
        return undefined;
      };
    },
    set(_, name: string, value: unknown) {
      check(name, [value]);
      kept[name] = value;
      return true;
    },
  });
  return { pen: pen as unknown as CanvasRenderingContext2D, calls, text };
}

function check(name: string, given: readonly unknown[]): void {
  for (const value of given.flat()) {
    if (typeof value === "number" && !Number.isFinite(value)) throw new Error(`${name}: ${value}`);
    if (value === undefined) throw new Error(`${name} of nothing`);
  }
  const radius = name === "arc" ? given[2] : 0;
  if (typeof radius === "number" && radius < 0) throw new Error(`${name}: a radius of ${radius}`);
}

/** Of "#rrggbb". */
function lightnessOf(colour: unknown): number[] {
  const value = Number.parseInt(String(colour).slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255, 255];
}

export class RecordingCanvas {
  static made = 0;
  readonly #recording = createRecordingPen();
  readonly width: number;
  readonly height: number;

  constructor(width: number, height: number) {
    if (!Number.isInteger(width) || width < 1 || !Number.isInteger(height) || height < 1)
      throw new Error(`A canvas of ${width} to ${height}`);
    RecordingCanvas.made += 1;
    this.width = width;
    this.height = height;
  }

  getContext() {
    return this.#recording.pen;
  }

  transferToImageBitmap() {
    return this;
  }
}
