import { useEffect, useState } from "react";
import { isSignUpPolicy } from "#lib/sign-up-policy.ts";
import type { SignUpPolicy } from "#lib/sign-up-policy.ts";

export type SignInOptions = {
  /** Whether one can sign in by a link in a mail. */
  emailLink: boolean;
  /** False: mails wait until an admin of the site hands them on. */
  sendsMail: boolean;
  /** Who may make an account. */
  signUp: SignUpPolicy;
  /** Whom one can sign in by without a password. */
  providers: readonly { id: string; name: string }[];
  passkeys: boolean;
};

const timeoutMs = 10_000;

/** Undefined when the site does not say: then nothing more than usual is offered. */
export async function readSignInOptions(): Promise<SignInOptions | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch("/api/sign-in-options", { signal });
    if (!response.ok) return undefined;
    const { emailLink, sendsMail, signUp, providers, passkeys } =
      (await response.json()) as Partial<SignInOptions>;
    return {
      emailLink: emailLink === true,
      sendsMail: sendsMail !== false,
      signUp: isSignUpPolicy(signUp) ? signUp : "open",
      providers: providers ?? [],
      passkeys: passkeys === true,
    };
  } catch {
    // Offline or late: one signs in without, and is told of the connection then.
    return undefined;
  }
}

export function useSignInOptions(): SignInOptions | undefined {
  const [options, setOptions] = useState<SignInOptions>();
  useEffect(() => {
    const life = new AbortController();
    const show = async () => {
      const read = await readSignInOptions();
      if (!life.signal.aborted) setOptions(read);
    };
    void show();
    return () => life.abort();
  }, []);
  return options;
}
