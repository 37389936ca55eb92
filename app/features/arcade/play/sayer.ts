/** What a screen reader is told: not more often than it can be spoken, and then the newest. */

const quietMs = 1500;

export function createSayer(tell: (text: string) => void): {
  say: (text: string) => void;
  close: () => void;
} {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let next: string | undefined;

  function tellNext(): void {
    timer = undefined;
    if (next === undefined) return;
    tell(next);
    next = undefined;
    timer = setTimeout(tellNext, quietMs);
  }

  return {
    say(text) {
      next = text;
      if (timer === undefined) tellNext();
    },
    close: () => clearTimeout(timer),
  };
}
