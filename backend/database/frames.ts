/**
 * Messages as the socket protocol cuts them (SDK: WebSocketConnection): a text of at most 16384 characters is one frame;
 * a longer one is preceded by a frame with the number of its frames. A bare 0 between messages keeps the line alive.
 */
import type { HeldShare } from "../http/index.ts";

const MAX_FRAME_CHARS = 16_384;
export const MAX_MESSAGE_CHARS = 17 * 1024 * 1024;
const MAX_FRAMES = Math.ceil(MAX_MESSAGE_CHARS / MAX_FRAME_CHARS);
/** Of one message, from its first frame to its last. */
const MAX_MESSAGE_MS = 60_000;

export class FrameError extends Error {
  override readonly name = "FrameError";
  /** How a message that is too large begins, when that is known. */
  readonly begin: string | undefined;

  constructor(message: string, begin?: string) {
    super(message);
    this.begin = begin;
  }
}

/** A message in the form in which it is sent, so that it is made once however many are sent it. */
export type Message = { sizeBytes: number; frames: readonly Buffer[] };

export function encodeMessage(message: string): Message {
  const frames = Array.from(toFrames(message), (frame) => Buffer.from(frame));
  return { sizeBytes: frames.reduce((sum, frame) => sum + frame.length, 0), frames };
}

export function* toFrames(message: string): Iterable<string> {
  if (message.length <= MAX_FRAME_CHARS) {
    yield message;
    return;
  }
  const frames: string[] = [];
  for (let start = 0; start < message.length;) {
    let end = Math.min(start + MAX_FRAME_CHARS, message.length);
    // Half of a surrogate pair has no UTF-8.
    if (end < message.length && isHighSurrogate(message.charCodeAt(end - 1))) end -= 1;
    frames.push(message.slice(start, end));
    start = end;
  }
  yield String(frames.length);
  yield* frames;
}

export function createFrameReader(deps: {
  /** What unfinished messages hold. */
  held: HeldShare;
  /** How long a message may be now. */
  maxChars(): number;
  clock: () => number;
}) {
  let frames: string[] = [];
  let missing = 0;
  let chars = 0;
  let sinceMs = 0;

  function forget(): void {
    deps.held.give(chars);
    frames = [];
    missing = 0;
    chars = 0;
  }

  function refuse(reason: string, begin?: string): FrameError {
    forget();
    return new FrameError(reason, begin?.slice(0, 100));
  }

  return {
    /** The message that this frame completes. @throws FrameError; then nothing is held. */
    read(frame: string): string | undefined {
      if (chars + frame.length > deps.maxChars()) {
        throw refuse("The message is too large.", frames[0] ?? frame);
      }
      if (missing === 0) {
        if (!/^\d{1,6}$/.test(frame)) return frame;
        missing = Number(frame);
        sinceMs = deps.clock();
        if (missing > MAX_FRAMES) throw refuse("The message is too large.");
        return undefined;
      }
      if (!deps.held.take(frame.length)) throw refuse("The server receives too much; try later.");
      chars += frame.length;
      frames.push(frame);
      missing -= 1;
      if (missing > 0) return undefined;
      const message = frames.join("");
      forget();
      return message;
    },
    /** Whether an unfinished message takes too long. */
    isOverdue: () => missing > 0 && deps.clock() - sinceMs >= MAX_MESSAGE_MS,
    /** The client was kept from sending: its time begins anew. */
    excuse(): void {
      sinceMs = deps.clock();
    },
    /** Gives back what an unfinished message holds. */
    forget,
  };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
