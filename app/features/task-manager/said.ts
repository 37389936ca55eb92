/** What is said to who listens to the page instead of looking at it: one place of it, the last words. */
export type Said = {
  say: (text: string) => void;
  text: () => string;
  subscribe: (listener: () => void) => () => void;
};

export function createSaid(): Said {
  const listeners = new Set<() => void>();
  let last = "";
  return {
    say(text) {
      // The same words once more are other ones for a screen reader.
      last = text === last ? `${text}\u00A0` : text;
      for (const listener of listeners) listener();
    },
    text: () => last,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
