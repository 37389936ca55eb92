/** Answers of the AI that come in a room or thread, from their first letter until their message is there. */
import type { AiStream } from "#lib/ai/api.ts";

type Streams = {
  /** @param value `chat/{room}/streams` */
  hear(value: unknown): void;
  shown(): [id: string, stream: AiStream][];
};

/** @param settleMs for which one stays in sight that has ended: its message may be told of later */
export function keepStreams(
  root: string | undefined,
  { settleMs, changed }: { settleMs: number; changed: () => void },
): Streams {
  let streams: Record<string, AiStream> = {};
  const ending = new Map<string, AiStream>();
  return {
    hear(value) {
      const all = Object.entries((value ?? {}) as Record<string, AiStream>);
      const here = all.filter(([, one]) => one.root === root && one.by);
      const now = Object.fromEntries(here);
      for (const [id, stream] of Object.entries(streams)) {
        if (now[id] !== undefined) continue;
        ending.set(id, stream);
        setTimeout(() => {
          ending.delete(id);
          changed();
        }, settleMs);
      }
      streams = now;
    },
    shown: () => [...ending, ...Object.entries(streams)],
  };
}
