import { useEffect, useState } from "react";

export type SignInOptions = {
  /** Whether one can sign in by a link in a mail. */
  emailLink: boolean;
  /** False: mails wait until an admin of the site hands them on. */
  sendsMail: boolean;
};

const timeoutMs = 10_000;

/** Undefined when the site does not say: then nothing more than usual is offered. */
export async function readSignInOptions(): Promise<SignInOptions | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch("/api/sign-in-options", { signal });
    if (!response.ok) return undefined;
    const { emailLink, sendsMail } = (await response.json()) as Partial<SignInOptions>;
    return { emailLink: emailLink === true, sendsMail: sendsMail !== false };
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
