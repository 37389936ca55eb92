/** What a list or label can be marked with, by the angle of its hue. */
export const colours: Readonly<Record<string, number>> = {
  red: 25,
  orange: 60,
  yellow: 95,
  green: 145,
  teal: 190,
  blue: 250,
  violet: 295,
  pink: 350,
};

/** Undefined: none of them. Anybody may have written the name. */
export function hueOf(colour: string): number | undefined {
  return Object.hasOwn(colours, colour) ? colours[colour] : undefined;
}
