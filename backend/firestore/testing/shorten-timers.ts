/** The SDK waits a second or more before it runs a transaction again: too long for a test that is not about it. */

const LONGER_MS = 100;
const TIMES_SHORTER = 50;
/** Whoever asks for a timer is told by the stack; the timers of everything else stay as they are. */
const SDK = "/node_modules/@firebase/firestore/";

/** Until it is disposed of. */
export function shortenTimersOfSdk(): Disposable {
  const whole = globalThis.setTimeout;
  const shortened = (callback: () => void, ms = 0, ...more: []) => {
    const isLong = ms > LONGER_MS && new Error("Who asks?").stack?.includes(SDK) === true;
    return whole(callback, isLong ? ms / TIMES_SHORTER : ms, ...more);
  };
  globalThis.setTimeout = Object.assign(shortened, whole) as typeof setTimeout;
  return { [Symbol.dispose]: () => void (globalThis.setTimeout = whole) };
}
