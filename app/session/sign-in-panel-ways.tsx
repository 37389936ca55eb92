/** The ways in without a password: a passkey, and whoever else knows the person. Their code comes when there is one. */
import { useEffect, useRef, useState } from "react";
import { isLeft } from "./auth-message.ts";
import { logFailure } from "./log-failure.ts";

export type Way = {
  id: string;
  /** On its button: "Continue with Google". */
  title: string;
  /** What is waited for, once it is chosen. */
  waiting: string;
  /** Called in the click itself, as a window may be opened in no other moment. "leaving": the page goes elsewhere. */
  run: (signal: AbortSignal) => Promise<"leaving" | void>;
};

/** `onRun` gets the chosen way's work, begun in the click. */
export function Ways({
  ways,
  busy,
  onRun,
}: {
  ways: readonly Way[];
  busy: boolean;
  onRun: (work: () => Promise<void>) => void;
}) {
  const [chosen, setChosen] = useState<string>();
  const life = useRef<AbortController>(undefined);
  useEffect(() => () => life.current?.abort(), []);
  if (ways.length === 0) return null;

  async function follow({ id, run }: Way): Promise<void> {
    const mine = new AbortController();
    life.current = mine;
    setChosen(id);
    try {
      const outcome = await run(mine.signal);
      // It goes on when the page comes back.
      if (outcome === "leaving") await new Promise(() => {});
    } catch (error) {
      if (!isLeft(error)) throw error;
    } finally {
      setChosen(undefined);
    }
  }

  const waiting = ways.find(({ id }) => id === chosen)?.waiting;
  return (
    <div className="sign-in-ways">
      <p className="or">or</p>
      {ways.map((way) => (
        <button
          key={way.id}
          type="button"
          className="way"
          aria-disabled={busy}
          onClick={() => busy || onRun(() => follow(way))}
        >
          {way.id === chosen ? way.waiting : way.title}
        </button>
      ))}
      <output className="unseen">{waiting}</output>
      {chosen === undefined ? null : (
        <button type="button" className="as-link" onClick={() => life.current?.abort()}>
          Cancel
        </button>
      )}
    </div>
  );
}

type Passkeys = typeof import("#app/live/passkeys.ts");
type Providers = typeof import("#app/live/provider-sign-in.ts");

/**
 * The code of both, at the same moment, so that no button moves from under a pointer; loaded before the click, which has
 * to open its window at once. What is not wanted, not possible or does not come is not there.
 */
export function useWaysCode(wantsPasskeys: boolean, wantsProviders: boolean) {
  const [code, setCode] = useState<{ passkeys?: Passkeys | false; providers?: Providers | false }>(
    {},
  );
  useEffect(() => {
    const life = new AbortController();
    const show = async () => {
      const [passkeys, providers] = await Promise.all([
        wantsPasskeys && import("#app/live/passkeys.ts").catch(missed),
        wantsProviders && import("#app/live/provider-sign-in.ts").catch(missed),
      ]);
      if (life.signal.aborted) return;
      setCode({
        passkeys: passkeys && passkeys.passkeysPossible() && passkeys,
        providers: providers && providers.providersPossible() && providers,
      });
    };
    void show();
    return () => life.abort();
  }, [wantsPasskeys, wantsProviders]);
  return code;
}

/** The other ways are there all the same. */
function missed(error: unknown): false {
  logFailure("A way to sign in did not load", error);
  return false;
}

/** Offers the browser's passkeys in the e-mail's field, as long as the form is there. */
export function usePasskeyAutofill(
  passkeys: Passkeys | false | undefined,
  failed: (error: unknown) => void,
): void {
  const tell = useRef(failed);
  useEffect(() => {
    tell.current = failed;
  });
  useEffect(() => {
    if (!passkeys) return;
    const life = new AbortController();
    const offer = async () => {
      try {
        await passkeys.signInWithPasskey({ autofill: true, signal: life.signal });
      } catch (error) {
        if (!life.signal.aborted && !isLeft(error)) tell.current(error);
      }
    };
    void offer();
    return () => life.abort();
  }, [passkeys]);
}
