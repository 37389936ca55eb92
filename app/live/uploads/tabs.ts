/**
 * The open tabs of one account. Each holds a lock with its own name for as long as it lives, however it ends, so that the
 * others can wait for its end; what they show of each other's uploads goes by a channel.
 */
import { randomId } from "../random-id.ts";
import type { OnExisting, Upload } from "./upload.ts";

export type Command =
  | { what: "pause" | "resume" | "retry" | "cancel" }
  | { what: "again"; onExisting: Exclude<OnExisting, "skip"> };

export type ShownUpload = { order: number; upload: Upload };

export type Message =
  /** A new tab asks all others to show theirs. */
  | { kind: "hello"; tab: string }
  | { kind: "shown"; tab: string; uploads: ShownUpload[] }
  | { kind: "gone"; tab: string; ids: string[] }
  /** To the tab whose upload it is. */
  | { kind: "command"; tab: string; id: string; command: Command };

export type Tabs = {
  own: string;
  send(message: Message): void;
  /** Whether it is open now. */
  isOpen(tab: string): Promise<boolean>;
  close(): void;
};

/** `ended` is called once for each tab that was heard of or asked for, after its end. */
export async function openTabs(
  uid: string,
  on: { message(message: Message): void; ended(tab: string): void },
): Promise<Tabs> {
  const own = randomId();
  const life = new AbortController();
  const watched = new Set<string>([own]);
  const lockOf = (tab: string) => `foyer-uploads ${uid} ${tab}`;
  await new Promise<void>((resolve, reject) => {
    const held = new Promise<void>((release) => {
      life.signal.addEventListener("abort", () => release());
    });
    const hold = () => {
      resolve();
      return held;
    };
    navigator.locks.request(lockOf(own), hold).catch(reject);
  });
  const channel = new BroadcastChannel(`foyer-uploads ${uid}`);

  function watch(tab: string): void {
    if (watched.has(tab)) return;
    watched.add(tab);
    // Granted when the other tab's own is released.
    navigator.locks
      .request(lockOf(tab), { mode: "shared", signal: life.signal }, () => on.ended(tab))
      .catch((error: unknown) => {
        if (!life.signal.aborted) reportError(error);
      });
  }

  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.kind !== "command") watch(data.tab);
    on.message(data);
  });
  return {
    own,
    send: (message) => channel.postMessage(message),
    async isOpen(tab) {
      const { held = [] } = await navigator.locks.query();
      const isOpen = held.some(({ name, mode }) => name === lockOf(tab) && mode === "exclusive");
      if (isOpen) watch(tab);
      return isOpen;
    },
    close() {
      channel.close();
      life.abort();
    },
  };
}
