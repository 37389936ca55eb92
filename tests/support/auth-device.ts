/** One browser of one person, as far as sign-in goes: the unmodified SDK in Node. */
import { deleteApp, initializeApp } from "firebase/app";
import { type Auth, connectAuthEmulator, inMemoryPersistence, initializeAuth } from "firebase/auth";

const opened: ReturnType<typeof initializeApp>[] = [];

export function openDevice(origin: string): Auth {
  const app = initializeApp(
    { apiKey: "foyer-embedded", projectId: "foyer", authDomain: new URL(origin).host },
    `device-${opened.length}-${crypto.randomUUID()}`,
  );
  opened.push(app);
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, origin, { disableWarnings: true });
  return auth;
}

export async function closeDevices(): Promise<void> {
  await Promise.all(opened.splice(0).map((app) => deleteApp(app)));
}

/** The SDK's code, or `no error`. */
export function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "no error",
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
}

/** What the refused call threw. */
export function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => Promise.reject(new Error("It was not refused.")),
    (error: unknown) => error,
  );
}
