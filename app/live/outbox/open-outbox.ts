/** The outbox of who is signed in, as a browser has it; one for all tools of a page. */
import { openAuth } from "../firebase.ts";
import { createLeaveWarning } from "../leave-warning.ts";
import { randomId } from "../random-id.ts";
import type { Outbox } from "./outbox.ts";
import { openOutboxOf } from "./outbox-of.ts";
import type { OutboxMessage, OutboxParts } from "./outbox-parts.ts";
import { createMemoryStore, openOutboxStore } from "./outbox-store.ts";

let held: { uid: string; opening: Promise<Outbox> } | undefined;

/**
 * The same for everybody who asks for that account. It closes by itself when the account signs out, in whatever tab: what
 * is in it then stays for that account. @throws as openAuth
 */
export function openOutbox(uid: string): Promise<Outbox> {
  if (held?.uid === uid) return held.opening;
  const mine = { uid, opening: open(uid) };
  held = mine;
  const forget = () => {
    if (held === mine) held = undefined;
  };
  void mine.opening.then(
    ({ closed }) => (closed.aborted ? forget() : closed.addEventListener("abort", forget)),
    forget,
  );
  return mine.opening;
}

async function open(uid: string): Promise<Outbox> {
  const [{ auth, sdk }, store] = await Promise.all([openAuth(), storeOf(uid)]);
  const outbox = await openOutboxOf({ ...surroundings(uid), uid, store });
  // Also when somebody else has signed in while it opened.
  const stop = sdk.onAuthStateChanged(auth, (user) => {
    if (user?.uid !== uid) outbox.close();
  });
  outbox.closed.addEventListener("abort", stop);
  if (outbox.closed.aborted) stop();
  const warn = createLeaveWarning();
  outbox.subscribe(() => warn(!outbox.state().isKept));
  // Who signs out without a network needs it then.
  import("../unsent.ts").catch((error: unknown) =>
    log("A part of signing out did not load", error),
  );
  return outbox;
}

/** Without IndexedDB all stays in the tab, and is said to. */
async function storeOf(uid: string) {
  try {
    return await openOutboxStore(uid);
  } catch (error) {
    log("This browser keeps nothing for the site", error);
    return { ...createMemoryStore(), add: () => Promise.reject(new Error("Nothing is kept.")) };
  }
}

function surroundings(uid: string): Omit<OutboxParts, "uid" | "store"> {
  return {
    memory: createMemoryStore(),
    newId: randomId,
    instant: () => new Date().toISOString(),
    clock: () => performance.now(),
    random: () => Math.random(),
    isOnline: () => navigator.onLine,
    onOnline(call) {
      addEventListener("online", call);
      return () => removeEventListener("online", call);
    },
    after(ms, call) {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
    async alone(name, signal, run) {
      // Browsers have locks on https and localhost only. Without them two tabs may send the same: it counts once.
      if ("locks" in navigator) await navigator.locks.request(name, { signal }, run);
      else await run();
    },
    talk(hear) {
      const channel = new BroadcastChannel(`foyer-outbox ${uid}`);
      channel.addEventListener("message", ({ data }: MessageEvent<OutboxMessage>) => hear(data));
      return { tell: (message) => channel.postMessage(message), end: () => channel.close() };
    },
    log,
  };
}

function log(what: string, error: unknown): void {
  // What failed in the browser has no other log than its console.
  // oxlint-disable-next-line no-console
  console.error(what, error);
}
