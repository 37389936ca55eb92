/** Eight letters and digits that tell texts apart; not secret, and the same everywhere. FNV-1a, twice, over UTF-16. */
export function hashOf(text: string): string {
  let [one, two] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    two = Math.imul(two ^ unit, 0x85ebca6b) ^ (two >>> 13);
  }
  const whole = (one >>> 0) * 2 ** 20 + ((two >>> 0) & 0xfffff);
  return whole.toString(36).padStart(11, "0").slice(-8);
}
