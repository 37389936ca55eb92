/**
 * Orders text as its UTF-8 bytes do. JavaScript's own order is by UTF-16 unit, which puts the
 * characters beyond U+FFFF (surrogate pairs, D800–DFFF) before U+E000–FFFF.
 */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const unitA = a.charCodeAt(i);
    const unitB = b.charCodeAt(i);
    if (unitA === unitB) continue;
    const pairA = isSurrogate(unitA);
    return pairA === isSurrogate(unitB) ? unitA - unitB : pairA ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
