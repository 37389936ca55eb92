/**
 * How long something is made before it is sealed, so that its length says little: at most 12 % longer, 256 bytes at least.
 * Padmé, from "Reducing Metadata Leakage from Encrypted Files" (Nikitin and others, PETS 2019): of the length only the
 * first log2(log2) bits after the highest one may be set.
 * @param length bytes, whole, at most 2^48
 */
export function padme(length: number): number {
  if (length <= 256) return 256;
  // Not by `Math.log2`, which rounds.
  const exponent = length.toString(2).length - 1;
  const kept = exponent.toString(2).length;
  const step = 2 ** (exponent - kept);
  return Math.ceil(length / step) * step;
}
