/** Weather as other journals write it, in the kinds that ours has. */
import { type WeatherKind, coldest, hottest } from "../weather.ts";

/** The first that fits: "windy and partly cloudy" is windy, "thunderstorm with rain" thunder. */
const kinds: readonly [RegExp, WeatherKind][] = [
  [/thunder|storm|lightning|hurricane|tornado/, "thunder"],
  [/snow|sleet|hail|flurr|blizzard|\bice\b|wintry/, "snow"],
  [/rain|drizzle|shower/, "rain"],
  [/fog|mist|haz[ey]|smok[ey]/, "fog"],
  [/wind|breez|gale|blustery/, "wind"],
  [/part(?:ly|ial)|scattered|mostly[- ](?:sunny|clear)|\bfair\b|intervals/, "fair"],
  [/cloud|overcast/, "cloudy"],
  [/clear|sun|fine/, "clear"],
];

/** Undefined: it is none that a journal has a word for. */
export function weatherKindOf(words: string): WeatherKind | undefined {
  const text = words.toLowerCase();
  return kinds.find(([form]) => form.test(text))?.[1];
}

/** °C to a tenth; null: nobody has ever had that. */
export function temperatureOf(degrees: unknown): number | null {
  if (typeof degrees !== "number" || !(degrees >= coldest && degrees <= hottest)) return null;
  // Not −0.
  return Math.round(degrees * 10) / 10 + 0;
}
