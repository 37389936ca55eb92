/** The owner's accent as ink: as dark as text on white has to be. */
const leastContrast = 4.5;

/** @param accent `#rrggbb` */
export function accentInk(accent: string): string {
  let channels = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16));
  while (1.05 / (luminance(channels) + 0.05) < leastContrast) {
    channels = channels.map((channel) => Math.floor(channel * 0.94));
  }
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** As WCAG 2 has it: 0 black, 1 white. */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
