/** All of the sign-in SDK in one file for a page, with an app of its own beside the site's. */
import { initializeApp } from "firebase/app";
import {
  type Auth,
  type AuthError,
  type Persistence,
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
} from "firebase/auth";

export * from "firebase/auth";

let opened: Promise<Auth> | undefined;

/** Resolves when it knows who is signed in. As the site opens it, unless `persistence` says another place to keep users in. */
export function openAuth(
  persistence: Persistence[] = [indexedDBLocalPersistence, browserLocalPersistence],
): Promise<Auth> {
  opened ??= (async () => {
    const answer = await fetch("/__/firebase/init.json");
    const { mode, ...options } = (await answer.json()) as Record<string, string>;
    const auth = initializeAuth(initializeApp(options, "sdk"), { persistence });
    if (mode === "embedded") connectAuthEmulator(auth, location.origin, { disableWarnings: true });
    await auth.authStateReady();
    return auth;
  })();
  return opened;
}

/** The SDK's code, or `no error`. */
export function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "no error",
    (error: Partial<AuthError>) => error.code ?? error.message ?? "no message",
  );
}
