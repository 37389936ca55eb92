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
