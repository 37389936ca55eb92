/** The body of an event stream: server-sent events, waiting for a reader who is cut off when it does not read. */
import type { Told } from "./listen.ts";
import { isPriorityPath } from "./path.ts";
import { toText } from "./value.ts";

const MAX_UNSENT_BYTES = 16 * 1024 * 1024;

type EventFormat = "plain" | "export";

/** @param data JSON of one line */
export function formatEvent(name: string, data: string): Uint8Array {
  return Buffer.from(`event: ${name}\ndata: ${data}\n\n`);
}

/** Undefined when nothing of it is seen in this form. Who is told the same gets the same bytes, made once. */
export function toldEvent(told: Told, format: EventFormat): Uint8Array | undefined {
  let event = made[format].get(told);
  if (event === undefined) {
    const data = format === "export" ? told.data : plainData(told);
    event = data === undefined ? nothing : formatEvent(eventName(told), dataAt(told, data));
    made[format].set(told, event);
  }
  return event === nothing ? undefined : event;
}

const nothing = new Uint8Array();
const made = {
  plain: new WeakMap<Told, Uint8Array>(),
  export: new WeakMap<Told, Uint8Array>(),
};

/** Found in all data in which there is a priority, or what may be an array. */
const MAY_DIFFER = /\.(?:priority|value)":|"\d+":/;

const eventName = ({ kind }: Told) => (kind === "merge" ? "patch" : "put");
const dataAt = ({ at }: Told, data: string) =>
  `{"path":${JSON.stringify(`/${at}`)},"data":${data}}`;

function plainData({ kind, at, data }: Told): string | undefined {
  if (leadsToPriority(at)) return undefined;
  // Most values are the same in both forms, and parsing a large one takes long.
  if (!MAY_DIFFER.test(data)) return data;
  if (kind === "put") return toText(JSON.parse(data));
  const places = Object.entries<never>(JSON.parse(data)).filter(([key]) => !leadsToPriority(key));
  if (places.length === 0) return undefined;
  return `{${places.map(([key, value]) => `${JSON.stringify(key)}:${toText(value)}`).join(",")}}`;
}

const leadsToPriority = (at: string) => isPriorityPath(at.split("/"));

type EventBody = {
  stream: ReadableStream<Uint8Array>;
  /** False when too much waits for the reader already; one event may be as large as it is. */
  send(event: Uint8Array): boolean;
  /** Ends it after what waits. */
  close(): void;
  /** Ends it without what waits. */
  cut(): void;
};

/** @param onGone The reader has gone. */
export function createEventBody(onGone: () => void): EventBody {
  const waiting: Uint8Array[] = [];
  let unsentBytes = 0;
  let largestBytes = 0;
  let isClosed = false;
  let isGone = false;
  let wake = () => {};

  function drop(): void {
    waiting.length = 0;
    unsentBytes = 0;
    close();
  }

  function close(): void {
    isClosed = true;
    wake();
  }

  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      // Woken when there is something to take, or nothing any more.
      if (waiting.length === 0 && !isClosed) await new Promise<void>((resolve) => (wake = resolve));
      if (isGone) return;
      const event = waiting.shift();
      if (event === undefined) return controller.close();
      unsentBytes -= event.byteLength;
      controller.enqueue(event);
    },
    cancel() {
      isGone = true;
      drop();
      onGone();
    },
  };

  return {
    // What waits is counted here, so the stream itself keeps nothing.
    stream: new ReadableStream(source, { highWaterMark: 0 }),
    send(event) {
      if (unsentBytes > MAX_UNSENT_BYTES + largestBytes) return false;
      largestBytes = Math.max(largestBytes, event.byteLength);
      if (isClosed) return true;
      unsentBytes += event.byteLength;
      waiting.push(event);
      wake();
      return true;
    },
    close,
    cut: drop,
  };
}
