/** The look's colours, and which of them are pale and deep by day as by night: a bomb is dark and flesh is light in both. */
import type { Kind } from "#games/slicer/index.ts";
import type { Colours } from "../game.ts";

export type Tones = Colours & {
  isNight: boolean;
  pale: string;
  deep: string;
  skin: Readonly<Record<Kind, string>>;
  /** What is seen of a half, and its juice. */
  flesh: Readonly<Record<Kind, string>>;
};

export function tonesOf(colours: Colours): Tones {
  const isNight = lightnessOf(colours.field) < lightnessOf(colours.ink);
  const [clay, amber, olive, teal, blue, violet, rose] = colours.hues;
  const deep = isNight ? colours.field : colours.ink;
  const pale = isNight ? colours.ink : colours.field;
  const both = { orange: amber, lime: olive, star: amber, frost: blue };
  return {
    ...colours,
    isNight,
    pale,
    deep,
    skin: { ...both, melon: teal, apple: clay, plum: violet, cherry: rose, bomb: deep },
    flesh: { ...both, melon: rose, apple: clay, plum: amber, cherry: rose, bomb: colours.soft },
  };
}

/** Of whatever notation a canvas takes. */
function lightnessOf(colour: string): number {
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  if (pen === null) return 0;
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
  return red * 0.3 + green * 0.59 + blue * 0.11;
}
