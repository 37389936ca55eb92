import { afterEach, expect, test, vi } from "vitest";
import { holdForSession } from "./hold-for-session.ts";

const listeners = new Set<(uid: string | undefined) => void>();
const follow = (told: (uid: string | undefined) => void) => void listeners.add(told);
function signedIn(uid: string | undefined): void {
  for (const told of listeners) told(uid);
}
const signedOut = () => signedIn(undefined);

afterEach(() => vi.unstubAllGlobals());

function closable() {
  const looking = new Set<() => void>();
  const made = {
    items: [] as string[],
    isClosed: false,
    snapshot: () => made.items,
    subscribe(listener: () => void) {
      looking.add(listener);
      return () => void looking.delete(listener);
    },
    close: () => void (made.isClosed = true),
    change(...items: string[]) {
      made.items = items;
      for (const listener of looking) listener();
    },
    looking,
  };
  return made;
}

test("it is closed with the session, and who comes back has another one", async () => {
  const opened: ReturnType<typeof closable>[] = [];
  const of = holdForSession(
    async () => {
      opened.push(closable());
      return opened.at(-1)!;
    },
    () => false,
    follow,
  );
  signedIn("ann");
  const first = await of("ann");
  expect(await of("ann")).toBe(first);
  // A new token.
  signedIn("ann");
  expect(first.isClosed).toBe(false);
  signedOut();
  await vi.waitFor(() => expect(first.isClosed).toBe(true));
  expect(first.looking.size).toBe(0);
  signedIn("ann");
  const second = await of("ann");
  expect(second).not.toBe(first);
  expect(second.isClosed).toBe(false);
});

test("what opens only after the account has gone is closed; what did not open is tried again", async () => {
  const late = Promise.withResolvers<ReturnType<typeof closable>>();
  const of = holdForSession(
    () => late.promise,
    () => true,
    follow,
  );
  signedIn("ann");
  const coming = of("ann");
  signedOut();
  late.resolve(closable());
  const opened = await coming;
  await vi.waitFor(() => expect(opened.isClosed).toBe(true));
  let tries = 0;
  const failing = holdForSession(
    async () => {
      tries += 1;
      if (tries === 1) throw new Error("Not now.");
      return closable();
    },
    () => false,
    follow,
  );
  signedIn("ann");
  await expect(failing("ann")).rejects.toThrow("Not now.");
  expect((await failing("ann")).isClosed).toBe(false);
});

test("the browser asks before the tab is closed while something is under way, and not for who has gone", async () => {
  const warnings = new Set<unknown>();
  vi.stubGlobal("addEventListener", (_: string, listener: unknown) => warnings.add(listener));
  vi.stubGlobal("removeEventListener", (_: string, listener: unknown) => warnings.delete(listener));
  const one = closable();
  const of = holdForSession(
    async () => one,
    (item: string) => item === "sending",
    follow,
  );
  signedIn("ann");
  await of("ann");
  expect(warnings.size).toBe(0);
  one.change("done", "sending");
  expect(warnings.size).toBe(1);
  one.change("done");
  expect(warnings.size).toBe(0);
  one.change("sending");
  signedOut();
  expect(warnings.size).toBe(0);
});
