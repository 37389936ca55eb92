/**
 * How much text of or for clients may wait in memory, of all together and of each address: one address must not take what
 * others need.
 */

/** What a client with no more than this holds is never refused, however much others hold. */
const ALWAYS_CHARS = 1024 * 1024;
/** Of the whole; the part that one client may have. */
const CLIENT_PART = 1 / 4;

/** One client's part. What was taken is to be given back. */
export type HeldShare = {
  /** False when it is too much; then nothing was taken. */
  take(chars: number): boolean;
  give(chars: number): void;
};

export type HeldChars = { shareOf(client: string): HeldShare };

export function createHeldChars(maxChars: number): HeldChars {
  const held = new Map<string, number>();
  let total = 0;

  function add(client: string, chars: number): void {
    total += chars;
    const sum = (held.get(client) ?? 0) + chars;
    if (sum === 0) held.delete(client);
    else held.set(client, sum);
  }

  return {
    shareOf: (client) => ({
      take(chars) {
        const own = (held.get(client) ?? 0) + chars;
        const isTooMuch = own > maxChars * CLIENT_PART || total + chars > maxChars;
        if (own > ALWAYS_CHARS && isTooMuch) return false;
        add(client, chars);
        return true;
      },
      give: (chars) => add(client, -chars),
    }),
  };
}
