/** What comes of an answer, written for all who read the room: pieces that are only ever added to. docs/ai.md */
import type { ServerBackend } from "#lib/server-backend.ts";

export type StreamWriter = {
  add(piece: string): void;
  /** All that came. */
  text(): string;
  /** Resolves when nothing is being written any more; what waits is not written. */
  close(): Promise<void>;
};

/** @param deps.everyMs at most one piece in that time */
export function createStreamWriter(deps: {
  backend: Pick<ServerBackend, "updateValues">;
  /** `chat/{room}/streams/{id}` */
  place: string;
  everyMs: number;
}): StreamWriter {
  const { backend, place, everyMs } = deps;
  let text = "";
  let written = 0;
  let count = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  function plan(): void {
    if (timer !== undefined || writing !== undefined || isClosed) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        writing = write().finally(() => {
          writing = undefined;
          if (written < text.length) plan();
        });
      },
      count === 0 ? 0 : everyMs,
    );
  }

  async function write(): Promise<void> {
    // Half of a letter waits for its other half.
    const end = text.length - (/[\ud800-\udbff]$/.test(text) ? 1 : 0);
    const piece = text.slice(written, end);
    if (piece === "") return;
    const key = `p${String(count + 1).padStart(5, "0")}`;
    try {
      await backend.updateValues({ [`${place}/parts/${key}`]: piece });
      count += 1;
      written = end;
    } catch {
      // The next one has it, too, and the message at the end has all.
    }
  }

  return {
    add(piece) {
      text += shown(piece);
      if (written < text.length) plan();
    },
    text: () => text,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await writing;
    },
  };
}

/** Without what no message may have. */
function shown(piece: string): string {
  // oxlint-disable-next-line no-control-regex
  return piece.replaceAll(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, "");
}

/** What was written of an answer that nobody goes on with. @param parts `chat/{room}/streams/{id}/parts` */
export function textOfParts(parts: unknown): string {
  if (typeof parts !== "object" || parts === null) return "";
  const sorted = Object.entries(parts).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([, piece]) => (typeof piece === "string" ? piece : "")).join("");
}
