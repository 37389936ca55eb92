/** @throws with all that is needed to ask again, where two evaluators differ */
export function agree(about: object, ours: unknown, naive: unknown): void {
  if (ours === naive) return;
  throw new Error(`Ours: ${String(ours)}\nNaive: ${String(naive)}\n${JSON.stringify(about)}`);
}
