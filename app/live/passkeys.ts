/**
 * Passkeys in the browser: the site's own server asks and judges, and gives a custom token, with Firebase behind it or
 * without.
 */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  SendSignalAllAcceptedCredentialsOpts,
} from "@simplewebauthn/browser";
import { callApi } from "./api.ts";
import { openAuth } from "./firebase.ts";

export type OwnPasskey = {
  id: string;
  name: string;
  /** Kept in more than one place. */
  backedUp: boolean;
  /** ISO. */
  createdAt: string;
  lastUsedAt: string | null;
};

/** The server takes an answer for five minutes; a form may be open for longer. */
const autofillLifetimeMs = 4 * 60 * 1000;

const library = async () => (await import("./webauthn-sdk.ts")).webauthnSdk;

/** Why this browser makes no passkeys for this page's address: a sentence; undefined when it does. */
export function whyNoPasskeys(): string | undefined {
  if (!isSecureContext) return "Passkeys need https. Open this site by an address with https.";
  if (/^\[|^[\d.]+$/.test(location.hostname)) {
    return "Passkeys need a host name. Open this site by its name instead of its number.";
  }
  return "PublicKeyCredential" in globalThis ? undefined : "This browser has no passkeys.";
}

export function passkeysPossible(): boolean {
  return whyNoPasskeys() === undefined;
}

/**
 * Signs in. `autofill`: offers passkeys in the list of the field whose autocomplete ends with `webauthn`, for as long as
 * nobody takes one.
 * @throws ApiError; FirebaseError with an auth code; an error named NotAllowedError when the person closed the browser's
 * dialog, AbortError when `signal`, a later call, or a browser without autofill for passkeys ended it, or nothing could be
 * offered
 */
export async function signInWithPasskey(
  options: { autofill?: boolean | undefined; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const { auth, sdk } = await openAuth();
  const token = await customToken(options);
  // Whoever left the form meanwhile wants to be signed in by nothing.
  options.signal?.throwIfAborted();
  await sdk.signInWithCustomToken(auth, token);
}

/** Once more, by a passkey of the account that is signed in. @throws as signInWithPasskey; code `auth/user-mismatch` */
export async function reauthenticateWithPasskey(): Promise<void> {
  const { auth, sdk } = await openAuth();
  const token = await customToken({});
  if (uidIn(token) !== auth.currentUser?.uid) {
    throw Object.assign(new Error("This passkey is another account's."), {
      code: "auth/user-mismatch",
    });
  }
  await sdk.signInWithCustomToken(auth, token);
}

/**
 * Makes one for who is signed in.
 * @param name for a keeper of passkeys that the server does not know
 * @throws ApiError `recent-sign-in-needed` and others; an error named InvalidStateError when the keeper has one already,
 * NotAllowedError when the person closed the browser's dialog
 */
export async function addPasskey(name: string): Promise<OwnPasskey> {
  const [sdk, optionsJSON] = await Promise.all([
    library(),
    post<PublicKeyCredentialCreationOptionsJSON>("registration-options"),
  ]);
  const answer = await sdk.startRegistration({ optionsJSON });
  const { passkey } = await post<{ passkey: OwnPasskey }>("registration", { answer, name });
  return passkey;
}

/** @throws ApiError */
export async function renamePasskey(id: string, name: string): Promise<void> {
  await post("rename", { id, name });
}

/** It no longer signs in, and the keeper of passkeys is asked to forget it. @throws ApiError */
export async function deletePasskey(id: string): Promise<void> {
  const accepted = await post<Omit<SendSignalAllAcceptedCredentialsOpts, "signalName">>("delete", {
    id,
  });
  try {
    await (await library()).sendSignal({ signalName: "allAcceptedCredentials", ...accepted });
  } catch {
    // Few browsers pass it on; without it the keeper offers a passkey that is refused.
  }
}

async function customToken({
  autofill = false,
  signal,
}: {
  autofill?: boolean | undefined;
  signal?: AbortSignal | undefined;
}): Promise<string> {
  const sdk = await library();
  signal?.throwIfAborted();
  if (autofill && !(await sdk.browserSupportsWebAuthnAutofill())) {
    throw new DOMException("This browser offers no passkeys in fields.", "AbortError");
  }
  const cancel = () => sdk.WebAuthnAbortService.cancelCeremony();
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    const answer = await (autofill ? offer(signal) : ask(false, signal));
    const { customToken: token } = await post<{ customToken: string }>("sign-in", { answer });
    return token;
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
}

/** What cannot be offered is missed by nobody who did not ask for it. @throws AbortError only */
async function offer(signal: AbortSignal | undefined): Promise<AuthenticationResponseJSON> {
  try {
    return await ask(true, signal);
  } catch (cause) {
    throw new DOMException(`No passkeys are offered: ${String(cause)}`, "AbortError");
  }
}

async function ask(
  autofill: boolean,
  signal: AbortSignal | undefined,
): Promise<AuthenticationResponseJSON> {
  const sdk = await library();
  for (;;) {
    const old = new AbortController();
    // One offer after the other.
    // oxlint-disable-next-line no-await-in-loop
    const optionsJSON = await post<PublicKeyCredentialRequestOptionsJSON>("sign-in-options");
    signal?.throwIfAborted();
    const timer = autofill
      ? setTimeout(() => {
          old.abort();
          sdk.WebAuthnAbortService.cancelCeremony();
        }, autofillLifetimeMs)
      : undefined;
    try {
      // oxlint-disable-next-line no-await-in-loop
      return await sdk.startAuthentication({
        optionsJSON,
        useBrowserAutofill: autofill,
        verifyBrowserAutofillInput: false,
      });
    } catch (error) {
      if (!old.signal.aborted) throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

function post<T>(act: string, body: unknown = {}): Promise<T> {
  return callApi<T>("POST", `/api/passkeys/${act}`, body);
}

/** The server has made it; here it is only read. */
function uidIn(token: string): unknown {
  const [, payload = ""] = token.split(".");
  const json = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(json, (letter) => letter.codePointAt(0) ?? 0);
  return (JSON.parse(new TextDecoder().decode(bytes)) as { uid?: unknown }).uid;
}
