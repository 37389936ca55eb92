/**
 * What becomes of the owner's colour (`--accent` of tokens.css) and whether it can be read: contrast as WCAG 2.2 has it,
 * at least 4.5 for text. Colours are `#rrggbb`.
 */

type Lch = readonly [lightness: number, chroma: number, hueDegrees: number];
type Rgb = readonly [number, number, number];

export type Scheme = "light" | "dark";

export type AccentUse = {
  scheme: Scheme;
  use: "links" | "buttons" | "chosen rows";
  /** Of the text and of what is behind it. */
  text: string;
  ground: string;
  ratio: number;
  passes: boolean;
};

export type AccentCheck = {
  /** What the site shows in its place. */
  shades: Record<Scheme, string>;
  uses: AccentUse[];
  passes: boolean;
  /** What text in the colour itself would have on the paper: below 4.5 the nearest shade that can be read is shown. */
  asItIs: Record<Scheme, number>;
};

/** Of text. */
export const leastContrast = 4.5;

/** --n1 and --n3 of tokens.css: a test holds them equal. */
export const grounds: Record<Scheme, { paper: Lch; row: Lch }> = {
  light: { paper: [0.982, 0.006, 85], row: [0.942, 0.01, 85] },
  dark: { paper: [0.2, 0.013, 62], row: [0.26, 0.015, 64] },
};

/** Undefined for what is no `#rrggbb`. */
export function checkAccent(hex: string): AccentCheck | undefined {
  const source = toLch(hex);
  if (source === undefined) return undefined;
  const own = toRgb(source);
  const shades = { light: shadeOf(source, "light"), dark: shadeOf(source, "dark") };
  const uses = (["light", "dark"] as const).flatMap((scheme): AccentUse[] => {
    const shade = shades[scheme];
    const paper = toRgb(grounds[scheme].paper);
    const row = toRgb(grounds[scheme].row);
    return [
      use(scheme, "links", shade, paper),
      use(scheme, "buttons", paper, shade),
      use(scheme, "chosen rows", shade, row),
    ];
  });
  return {
    shades: { light: toHex(shades.light), dark: toHex(shades.dark) },
    uses,
    passes: uses.every(({ passes }) => passes),
    asItIs: {
      light: contrast(own, toRgb(grounds.light.paper)),
      dark: contrast(own, toRgb(grounds.dark.paper)),
    },
  };
}

function use(scheme: Scheme, name: AccentUse["use"], text: Rgb, ground: Rgb): AccentUse {
  const ratio = contrast(text, ground);
  return {
    scheme,
    use: name,
    text: toHex(text),
    ground: toHex(ground),
    ratio,
    passes: ratio >= leastContrast,
  };
}

/** As `--accent` is derived in tokens.css. */
function shadeOf([lightness, chroma, hue]: Lch, scheme: Scheme): Rgb {
  return scheme === "light"
    ? toRgb([Math.min(lightness, 0.47), chroma, hue])
    : toRgb([Math.max(lightness, 0.79), Math.min(chroma, 0.12), hue]);
}

/** Of two colours in any order, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map(toLinear) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLinear(value: number): number {
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function fromLinear(value: number): number {
  const gamma = value <= 0.003_130_8 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
  // What no screen shows is cut off, as browsers do.
  return Math.min(1, Math.max(0, gamma));
}

function toHex(rgb: Rgb): string {
  return `#${rgb
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/** OKLCH of https://bottosson.github.io/posts/oklab/. */
function toLch(hex: string): Lch | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return undefined;
  const [red, green, blue] = [1, 3, 5].map((at) =>
    toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  ) as [number, number, number];
  const l = Math.cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue);
  const m = Math.cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue);
  const s = Math.cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue);
  const lightness = 0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s;
  const a = 1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s;
  const b = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s;
  return [lightness, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI];
}

function toRgb([lightness, chroma, hue]: Lch): Rgb {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3;
  const m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3;
  const s = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3;
  return [
    fromLinear(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s),
    fromLinear(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s),
    fromLinear(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s),
  ];
}
