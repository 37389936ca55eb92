/**
 * Signing in by another site, alike in both modes. Where the site is its own backend, its server asks the provider in a
 * window of its own (or in this one, when the browser opens none) and hands over a credential that only the page that
 * began can use. On Firebase, Firebase does all of it.
 */
import type { Auth, AuthCredential, User } from "firebase/auth";
import { asksProvidersItself, openAuth } from "./firebase.ts";
import { awaitAnswer } from "./provider-answer.ts";
import type { ProviderAnswer } from "./provider-answer.ts";

type Act = "sign-in" | "link" | "reauthenticate";

export type ProviderOptions = {
  /** Of an invite, for who has no account yet. */
  invite?: string | undefined;
  /** Path and query of a page of ours, where the person goes on if this page has to be left; else the one shown. */
  returnTo?: string | undefined;
  /** Gives up: `auth/popup-closed-by-user`. */
  signal?: AbortSignal | undefined;
};

/** `leaving`: no window could be opened, so this page goes to the provider and `finishProviderRedirect` goes on. */
export type ProviderOutcome = "done" | "leaving";

/** `code` as Firebase's: `auth/provider-unavailable`. */
export class ProviderSignInError extends Error {
  override readonly name = "ProviderSignInError";
  readonly code: string;
  constructor(code: string) {
    super(`Signing in by another provider ended: ${code}.`);
    this.code = `auth/${code}`;
  }
}

/** What is kept while this page is left. */
type Pending = { id: string; act: Act; provider: string; rawNonce: string };

const pendingKey = "foyer:provider-request";
const popupFeatures = "popup,width=520,height=680";
/** What Firebase has to ask for so that it learns the e-mail. */
const scopes: Record<string, string[]> = {
  "google.com": ["email", "profile"],
  "github.com": ["user:email"],
};

let waiting: AbortController | undefined;

/** Secrets are hashed by the browser, which does that on https and on this machine only. */
export function providersPossible(): boolean {
  return globalThis.isSecureContext;
}

/**
 * To be called by a click, so that the browser opens a window.
 * @throws ProviderSignInError; FirebaseError, also `auth/multi-factor-auth-required`; as openAuth
 */
export function signInWithProvider(
  provider: string,
  options: ProviderOptions = {},
): Promise<ProviderOutcome> {
  return askProvider("sign-in", provider, options);
}

/** Adds a way in to the account of who is signed in. Called and @throws as signInWithProvider */
export function linkProvider(
  provider: string,
  options: ProviderOptions = {},
): Promise<ProviderOutcome> {
  return askProvider("link", provider, options);
}

/** Makes the sign-in of who is signed in a fresh one. Called and @throws as signInWithProvider */
export function reauthenticateWithProvider(
  provider: string,
  options: ProviderOptions = {},
): Promise<ProviderOutcome> {
  return askProvider("reauthenticate", provider, options);
}

/** @throws FirebaseError; as openAuth */
export async function unlinkProvider(provider: string): Promise<void> {
  const { auth, sdk } = await openAuth();
  await sdk.unlink(await someone(auth), provider);
}

/**
 * Goes on after this page has been at the provider, with what the server put into the address.
 * @param value of `#provider=`
 * @throws as signInWithProvider
 */
export async function finishProviderRedirect(value: string): Promise<void> {
  const answer = readRedirect(value);
  const pending = takePending();
  // Whatever comes of it is said after the page knows who is signed in.
  await (await openAuth()).auth.authStateReady();
  // Nobody here began it, or the answer was used already.
  if (answer === undefined || pending?.id !== answer.id) {
    throw new ProviderSignInError("provider-expired");
  }
  await act(pending, answer);
}

async function askProvider(
  wanted: Act,
  provider: string,
  options: ProviderOptions,
): Promise<ProviderOutcome> {
  if (!(await asksProvidersItself())) return askFirebase(wanted, provider);
  waiting?.abort();
  const request: Pending = { id: randomHex(16), act: wanted, provider, rawNonce: randomHex(32) };
  // First of all: a browser opens a window only a moment after a click.
  const popup = open("", "_blank", popupFeatures);
  if (popup === null) {
    keepPending(request);
    location.assign(await startOf(request, "redirect", options));
    return "leaving";
  }
  popup.location.replace(await startOf(request, "popup", options));
  return answered(request, popup, options.signal);
}

function answered(
  request: Pending,
  popup: Window,
  signal: AbortSignal | undefined,
): Promise<ProviderOutcome> {
  const ending = new AbortController();
  waiting = ending;
  signal?.addEventListener("abort", () => ending.abort());
  if (signal?.aborted) ending.abort();
  const gone = () => new ProviderSignInError("popup-closed-by-user");
  const leaving = Promise.withResolvers<never>();

  async function finish(): Promise<ProviderOutcome> {
    const lost = () => leaving.reject(gone());
    const answer = await awaitAnswer(request.id, { popup, lost, signal: ending.signal });
    if (answer === undefined) throw gone();
    await act(request, answer);
    return "done";
  }

  // The window may be open still: who finishes in it has meant it, so that is done though nobody waits for it here.
  return Promise.race([finish(), leaving.promise]);
}

async function act({ act: wanted, provider, rawNonce }: Pending, answer: ProviderAnswer) {
  if ("error" in answer) throw new ProviderSignInError(answer.error);
  const { auth, sdk } = await openAuth();
  const credential: AuthCredential = new sdk.OAuthProvider(provider).credential({
    idToken: answer.credential,
    rawNonce,
  });
  if (wanted === "sign-in") await sdk.signInWithCredential(auth, credential);
  else if (wanted === "link") await sdk.linkWithCredential(await someone(auth), credential);
  else await sdk.reauthenticateWithCredential(await someone(auth), credential);
}

async function askFirebase(wanted: Act, id: string): Promise<ProviderOutcome> {
  const [{ auth, sdk }, { popupSdk }] = await Promise.all([openAuth(), import("./popup-sdk.ts")]);
  const provider = new sdk.OAuthProvider(id);
  for (const scope of scopes[id] ?? []) provider.addScope(scope);
  const resolver = popupSdk.browserPopupRedirectResolver;
  if (wanted === "sign-in") await popupSdk.signInWithPopup(auth, provider, resolver);
  else if (wanted === "link") await popupSdk.linkWithPopup(await someone(auth), provider, resolver);
  else await popupSdk.reauthenticateWithPopup(await someone(auth), provider, resolver);
  return "done";
}

async function someone(auth: Auth): Promise<User> {
  await auth.authStateReady();
  if (auth.currentUser === null) throw new ProviderSignInError("user-signed-out");
  return auth.currentUser;
}

async function startOf(
  { id, provider, rawNonce }: Pending,
  mode: "popup" | "redirect",
  { invite, returnTo = location.pathname + location.search }: ProviderOptions,
): Promise<string> {
  const nonceHash = toHex(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(rawNonce)),
  );
  const query = new URLSearchParams({ id, mode, nonceHash, returnTo, ...(invite && { invite }) });
  return `/auth/${encodeURIComponent(provider)}/start?${query.toString()}`;
}

function keepPending(pending: Pending): void {
  try {
    sessionStorage.setItem(pendingKey, JSON.stringify(pending));
  } catch {
    // Storage is switched off: with it the provider's window is the only way.
    throw new ProviderSignInError("popup-blocked");
  }
}

function takePending(): Pending | undefined {
  try {
    const text = sessionStorage.getItem(pendingKey);
    sessionStorage.removeItem(pendingKey);
    return text === null ? undefined : (JSON.parse(text) as Pending);
  } catch {
    // Storage is switched off: nothing was kept.
    return undefined;
  }
}

function readRedirect(value: string): ({ id: string } & ProviderAnswer) | undefined {
  try {
    return JSON.parse(atob(value.replaceAll("-", "+").replaceAll("_", "/"))) as {
      id: string;
    } & ProviderAnswer;
  } catch {
    // Not what our server wrote.
    return undefined;
  }
}

function randomHex(bytes: number): string {
  return toHex(crypto.getRandomValues(new Uint8Array(bytes)).buffer);
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
