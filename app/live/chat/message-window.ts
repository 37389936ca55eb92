/**
 * The part of a history that is shown: numbers from one to another without a gap, all of it live. Its keys are numbers, so
 * any place of it is found without what lies between.
 */
import { pageLength } from "#lib/chat/limits.ts";
import { type Message, numberOfKey } from "#lib/chat/message.ts";

export type Numbered = readonly [n: number, message: Message];

export type WindowSource = {
  /**
   * The last `most` messages from one number to another, or to the end, each time that one of them changes. Returns a
   * function that ends it.
   */
  follow(
    asked: { from: number; to?: number; most: number },
    told: (messages: readonly Numbered[]) => void,
    failed: (error: unknown) => void,
  ): () => void;
};

type WindowState = {
  /** denied: nobody lets them read it (any more). */
  status: "loading" | "ready" | "denied";
  messages: readonly Numbered[];
  /** The first and the last number that were asked for. */
  from: number;
  to: number;
  /** The newest messages are in it, and come to it. */
  isAtEnd: boolean;
  isLoading: boolean;
};

export type MessageWindow = {
  snapshot(): WindowState;
  subscribe(listener: () => void): () => void;
  /** How many messages there are. */
  setHead(n: number): void;
  older(): void;
  newer(): void;
  /** Around a number, in place of what is shown, unless that has it. */
  jump(n: number): void;
  toEnd(): void;
  close(): void;
};

type Range = { from: number; to: number; isTold: boolean; stop: () => void };

/** The newest range is cut in two once it has these. */
const longestTail = 150;
/** Beyond these the other end is let go of. */
const mostKept = 1000;

export function createMessageWindow(
  source: WindowSource,
  kept: readonly Numbered[] = [],
): MessageWindow {
  const messages = new Map<number, Message>(kept);
  const listeners = new Set<() => void>();
  /** From the oldest to the newest; each begins behind the end of the one before. */
  let ranges: Range[] = [];
  let head: number | undefined;
  let start: number | undefined;
  let isDenied = false;
  let state: WindowState | undefined;

  function changed(): void {
    state = undefined;
    for (const listener of listeners) listener();
  }

  function open(from: number, to: number): Range {
    const range: Range = { from, to, isTold: false, stop: () => {} };
    const isTail = to === Infinity;
    const asked = isTail ? { from, most: 2 * longestTail } : { from, to, most: to - from + 1 };
    range.stop = source.follow(
      asked,
      (told) => ranges.includes(range) && hear(range, told),
      (error) => {
        if (!isDeniedError(error) || !ranges.includes(range)) return;
        isDenied = true;
        messages.clear();
        changed();
      },
    );
    return range;
  }

  function hear(range: Range, told: readonly Numbered[]): void {
    isDenied = false;
    range.isTold = true;
    const first = told[0]?.[0];
    if (range.to === Infinity && first !== undefined && first > range.from + longestTail) {
      // This browser was away for long: what lies between is not here.
      for (const other of ranges) if (other !== range) other.stop();
      ranges = [range];
      range.from = first;
    }
    const now = new Map(told);
    for (const n of messages.keys()) {
      if (n >= range.from && n <= range.to && !now.has(n)) messages.delete(n);
    }
    for (const [n, message] of now) {
      const before = messages.get(n);
      if (!before || !isSame(before, message)) messages.set(n, message);
    }
    const last = told.at(-1)?.[0] ?? 0;
    if (range.to === Infinity) head = Math.max(head ?? 0, last);
    forgetOutside();
    if (range.to === Infinity && last - range.from >= longestTail) splitTail(range, last);
    changed();
  }

  /** The older part of it changes seldom, and the newer one is told anew with each message. */
  function splitTail(tail: Range, last: number): void {
    const cut = last - pageLength;
    const [older, newer] = [open(tail.from, cut), open(cut + 1, Infinity)];
    older.isTold = true;
    newer.isTold = true;
    ranges = [...ranges.filter((one) => one !== tail), older, newer];
    tail.stop();
    while (ranges.length > 2 && size() > mostKept) dropRange(ranges[0]!);
    forgetOutside();
  }

  function forgetOutside(): void {
    const [from, to] = [ranges[0]?.from ?? 0, ranges.at(-1)?.to ?? Infinity];
    for (const n of messages.keys()) if (n < from || n > to) messages.delete(n);
  }

  function dropRange(range: Range): void {
    range.stop();
    ranges = ranges.filter((one) => one !== range);
  }

  const size = () => Math.min(ranges.at(-1)?.to ?? 0, head ?? 0) - (ranges[0]?.from ?? 0) + 1;

  function replace(from: number, to: number): void {
    for (const range of ranges) range.stop();
    ranges = [];
    ranges = [open(from, to)];
    forgetOutside();
    changed();
  }

  const endFrom = () => Math.max(1, (head ?? 0) - pageLength + 1);

  function begin(): void {
    if (head === undefined || ranges.length > 0) return;
    if (start === undefined) replace(endFrom(), Infinity);
    else around(start);
  }

  function around(asked: number): void {
    const n = Math.min(Math.max(1, asked), Math.max(1, head ?? 0));
    const from = Math.max(1, n - pageLength / 2);
    const to = from + pageLength - 1;
    replace(from, to >= (head ?? 0) ? Infinity : to);
  }

  return {
    snapshot() {
      state ??= {
        status: isDenied ? "denied" : ranges.some(({ isTold }) => isTold) ? "ready" : "loading",
        messages: [...messages].toSorted(([a], [b]) => a - b),
        from: ranges[0]?.from ?? Infinity,
        to: Math.min(ranges.at(-1)?.to ?? 0, head ?? 0),
        isAtEnd: ranges.length === 0 || ranges.at(-1)?.to === Infinity,
        isLoading: ranges.length === 0 || ranges.some(({ isTold }) => !isTold),
      };
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setHead(n) {
      const before = head;
      head = Math.max(n, head ?? 0);
      begin();
      if (before !== head) changed();
    },
    older() {
      const first = ranges[0];
      if (!first?.isTold || first.from <= 1) return;
      ranges = [open(Math.max(1, first.from - pageLength), first.from - 1), ...ranges];
      while (ranges.length > 2 && size() > mostKept) dropRange(ranges.at(-1)!);
      forgetOutside();
      changed();
    },
    newer() {
      const last = ranges.at(-1);
      if (!last?.isTold || last.to === Infinity) return;
      const to = last.to + pageLength;
      ranges = [...ranges, open(last.to + 1, to >= (head ?? 0) ? Infinity : to)];
      while (ranges.length > 2 && size() > mostKept) dropRange(ranges[0]!);
      forgetOutside();
      changed();
    },
    jump(n) {
      if (head === undefined) {
        start = n;
        return;
      }
      const [first, last] = [ranges[0], ranges.at(-1)];
      if (first && last && n >= first.from && n <= last.to) return;
      around(n);
    },
    toEnd() {
      if (ranges.at(-1)?.to !== Infinity) replace(endFrom(), Infinity);
    },
    close() {
      for (const range of ranges) range.stop();
      ranges = [];
      listeners.clear();
    },
  };
}

function isDeniedError(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "PERMISSION_DENIED";
}

/** Both are as the database has them. */
function isSame(one: Message, other: Message): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Children of the database by key; what is no message of the history is left out. */
export function numbered(children: Iterable<readonly [key: string, value: unknown]>): Numbered[] {
  const found: Numbered[] = [];
  for (const [key, value] of children) {
    const n = numberOfKey(key);
    if (n !== undefined && typeof value === "object" && value !== null) {
      const message = value as Partial<Message>;
      // What the server says of a room itself has no id; lines that are drawn are told apart by it.
      found.push([n, { by: "", at: 0, text: "", ...message, id: message.id || key }]);
    }
  }
  return found;
}
