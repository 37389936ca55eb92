/** Of how many each is wanted. */
export function createCounts() {
  const counts = new Map<string, number>();
  return {
    has: (key: string) => counts.has(key),
    add: (key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1),
    take(key: string) {
      const count = (counts.get(key) ?? 0) - 1;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
  };
}
