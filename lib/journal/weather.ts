/** The weather of an entry, as its writer saw it. */
export const weatherKinds = [
  "clear",
  "fair",
  "cloudy",
  "rain",
  "thunder",
  "snow",
  "fog",
  "wind",
] as const;
export type WeatherKind = (typeof weatherKinds)[number];

export const weatherWords: Readonly<Record<WeatherKind, string>> = {
  clear: "Clear",
  fair: "Partly cloudy",
  cloudy: "Cloudy",
  rain: "Rain",
  thunder: "Thunderstorm",
  snow: "Snow",
  fog: "Fog",
  wind: "Windy",
};

/** Degrees Celsius that any place on Earth has had, and some beyond. */
export const coldest = -100;
export const hottest = 70;

export type Weather = {
  kind: WeatherKind;
  /** °C; null: not said. */
  temp: number | null;
};

export function isWeatherKind(value: unknown): value is WeatherKind {
  return weatherKinds.some((kind) => kind === value);
}

export function isTemperature(value: unknown): value is number {
  return typeof value === "number" && value >= coldest && value <= hottest;
}
