import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newJournalId } from "#lib/journal/journal-id.ts";
import { keysOf, newDataKey } from "#lib/sealed/keys.ts";
import { beginIdleWatch, idleMinutes, setIdleMinutes } from "./idle-lock.ts";
import { keyringOf } from "./journal-keys.ts";
import { sendBeforeLock } from "./journal-lock.ts";

const kept = new Map<string, string>();
const page = new EventTarget();
const document = new EventTarget();
const minute = 60_000;
let uid = "";
let people = 0;
let end = () => {};

beforeEach(async () => {
  kept.clear();
  uid = `idle-${(people += 1)}`;
  const globals = {
    document,
    addEventListener: page.addEventListener.bind(page),
    localStorage: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    },
  };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
  const journal = newJournalId("sealed");
  const keys = await keysOf(newDataKey(), { uid, journal });
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
  });
  keyringOf(uid).holding()(keys);
  end = beginIdleWatch(uid);
});

afterEach(() => {
  end();
  vi.useRealTimers();
  for (const name of ["document", "addEventListener", "localStorage"]) {
    Reflect.deleteProperty(globalThis, name);
  }
});

const isOpen = () => keyringOf(uid).open().size > 0;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const press = () => page.dispatchEvent(new Event("keydown"));

test("after ten minutes without a sign of anybody it locks", async () => {
  await pass(10 * minute - 2000);
  expect(isOpen()).toBe(true);
  await pass(3000);
  expect(isOpen()).toBe(false);
});

test("each key, press and turn of a wheel begins the time anew", async () => {
  for (const sign of ["keydown", "pointerdown", "wheel", "touchstart"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await pass(9 * minute);
    page.dispatchEvent(new Event(sign));
  }
  expect(isOpen()).toBe(true);
  await pass(10 * minute + 1000);
  expect(isOpen()).toBe(false);
});

test("what moves by itself is nobody", async () => {
  await pass(9 * minute);
  page.dispatchEvent(new Event("scroll"));
  await pass(minute + 1000);
  expect(isOpen()).toBe(false);
});

test("somebody in another tab is somebody", async () => {
  const other = new BroadcastChannel(`foyer-journal-keys ${uid}`);
  await pass(9 * minute);
  other.postMessage({ kind: "alive", at: Date.now() });
  await new Promise<void>((resolve) => {
    const stop = keyringOf(uid).listen(() => {
      stop();
      resolve();
    });
  });
  await pass(9 * minute);
  expect(isOpen()).toBe(true);
  await pass(2 * minute);
  expect(isOpen()).toBe(false);
  other.close();
});

test.each(["focus", "pageshow"])(
  "a laptop that slept a night locks on its first %s",
  async (wake) => {
    vi.setSystemTime(Date.now() + 8 * 3_600_000);
    page.dispatchEvent(new Event(wake));
    await pass(1);
    expect(isOpen()).toBe(false);
  },
);

/** What another tab hears, from now on. */
function listenIn() {
  const channel = new BroadcastChannel(`foyer-journal-keys ${uid}`);
  const heard: string[] = [];
  channel.addEventListener("message", ({ data }: MessageEvent<{ kind: string }>) =>
    heard.push(data.kind),
  );
  return { channel, heard };
}

test("in the morning nobody is handed the keys, whoever asks first", async () => {
  const { channel, heard } = listenIn();
  vi.setSystemTime(Date.now() + 8 * 3_600_000);
  channel.postMessage({ kind: "ask" });
  await vi.waitFor(() => expect(heard).not.toEqual([]));
  expect(heard[0]).toBe("lock");
  expect(isOpen()).toBe(false);
  channel.close();
});

test("while it locks, the others hear of it once", async () => {
  const { channel, heard } = listenIn();
  // Sending takes as long as it may.
  const end = sendBeforeLock(uid, () => new Promise(() => undefined));
  Object.defineProperty(navigator, "onLine", { value: true, configurable: true });
  await pass(10 * minute + 6000);
  expect(isOpen()).toBe(false);
  await vi.waitFor(() => expect(heard).toContain("lock"));
  expect(heard.filter((kind) => kind === "lock")).toEqual(["lock"]);
  end();
  channel.close();
});

test("a page that is brought back as it was left locks, and asks the tabs that were there", async () => {
  const { channel, heard } = listenIn();
  page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  await vi.waitFor(() => expect(heard).toEqual(["ask"]));
  expect(isOpen()).toBe(false);
  channel.close();
});

test("the first key of the morning does not open the day: it locks", async () => {
  vi.setSystemTime(Date.now() + 8 * 3_600_000);
  press();
  await pass(1);
  expect(isOpen()).toBe(false);
});

test("a clock that was set back locks rather than never", async () => {
  vi.setSystemTime(Date.now() - 8 * 3_600_000);
  await pass(1000);
  expect(isOpen()).toBe(false);
});

test("the time is chosen for this browser; what is no choice counts as ten minutes", async () => {
  expect(idleMinutes(uid)).toBe(10);
  setIdleMinutes(uid, 1);
  expect(idleMinutes(uid)).toBe(1);
  await pass(minute + 1000);
  expect(isOpen()).toBe(false);
  kept.set(`foyer:journal-idle:${uid}`, "7");
  expect(idleMinutes(uid)).toBe(10);
});

test("until the tab closes means no idle time at all", async () => {
  setIdleMinutes(uid, 0);
  await pass(24 * 60 * minute);
  expect(isOpen()).toBe(true);
});

test("time that passed before somebody unlocked does not count", async () => {
  await pass(11 * minute);
  const journal = newJournalId("sealed");
  keyringOf(uid).holding()(await keysOf(newDataKey(), { uid, journal }));
  await pass(9 * minute);
  expect(isOpen()).toBe(true);
});
