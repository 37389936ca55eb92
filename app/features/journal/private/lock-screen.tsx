/** In place of private journals that are locked: the passphrase, or the recovery key. */
import { Button, TextInput } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import { keyringOf } from "#app/live/journals/journal-keys.ts";
import type { JournalHeader } from "#app/live/journals/journals-list.ts";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { LockIcon } from "../icons.tsx";
import { FirstJournal } from "../late-views.tsx";
import { typedPassphrase } from "./passphrase.ts";
import { Recover } from "./recover.tsx";
import { openedWords, unlockProblem } from "./unlock-words.ts";
import { useWaitingCount } from "./use-waiting-count.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-private.css";

type Props = {
  uid: string;
  locked: readonly JournalHeader[];
  /** Goes on without them, with the other journals; without it there are none. */
  onLater?: () => void;
};

export function LockScreen(props: Props) {
  const [isWithout, setWithout] = useState(false);
  if (!isWithout) return <Locked {...props} onWithout={() => setWithout(true)} />;
  return (
    <>
      <FirstJournal />
      <p>
        <button type="button" className="record-link" onClick={() => setWithout(false)}>
          Unlock a private journal…
        </button>
      </p>
    </>
  );
}

function Locked({ uid, locked, onLater, onWithout }: Props & { onWithout: () => void }) {
  const [isRecovering, setRecovering] = useState(false);
  const id = useId();
  const waiting = useWaitingCount(
    uid,
    locked.map((header) => header.id),
  );
  // Written here in the plain journal that one of them was, after another device had encrypted it.
  const left = useWaitingCount(
    uid,
    locked.flatMap(({ copyOf }) => copyOf || []),
  );
  useEffect(() => {
    // What is kept here of journals that were encrypted elsewhere goes, also where nobody unlocks.
    import("./care-for-journals.ts").then(
      ({ forgetElsewhere }) => forgetElsewhere(uid),
      () => undefined,
    );
  }, [uid]);
  const isOne = locked.length === 1;
  return (
    <section className="journal-lock" aria-labelledby={id}>
      <LockIcon isOpen={false} />
      <h2 id={id}>
        {isOne ? "A private journal is locked" : `${locked.length} private journals are locked`}
      </h2>
      {waiting === 0 ? null : (
        <p>Changes wait in this browser, encrypted, and are sent once you unlock.</p>
      )}
      {left === 0 ? null : (
        <p>
          A journal was encrypted on another device. What you have written here since then was not
          sent, and waits in this browser: unlock it to put it in.
        </p>
      )}
      {!isSecureContext ? (
        <p role="alert" className="confirm-problem">
          This browser encrypts on https and on localhost only, so private journals cannot be opened
          under this address.
        </p>
      ) : isRecovering ? (
        <Recover uid={uid} locked={locked} onBack={() => setRecovering(false)} />
      ) : (
        <Passphrase
          uid={uid}
          locked={locked}
          onForgotten={() => setRecovering(true)}
          onOpened={onLater}
        />
      )}
      <p>
        <button type="button" className="record-link" onClick={onLater ?? onWithout}>
          {onLater ? "Not now: show the other journals" : "Not now: write in another journal"}
        </button>
      </p>
    </section>
  );
}

type PassphraseProps = Omit<Props, "onLater"> & {
  onForgotten: () => void;
  onOpened: (() => void) | undefined;
};

function Passphrase({ uid, locked, onForgotten, onOpened }: PassphraseProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);
  const [tried, setTried] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const isBusy = tried !== undefined;
  const { length: count } = locked;
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    // What decrypts comes while somebody types; who needs it asks again.
    import("#app/live/journals/open-locks.ts").catch(() => undefined);
  }, []);

  async function unlock(): Promise<void> {
    const passphrase = typedPassphrase(field.current?.value ?? "");
    if (isBusy || passphrase === "") return;
    setProblem(undefined);
    setTried(0);
    try {
      const locks = locked.flatMap(({ id, lock }) =>
        lock === null ? [] : [{ journal: id, lock }],
      );
      const opened = await keyringOf(uid).unlock(locks, { passphrase }, setTried);
      // What is typed shall not stay in the page.
      if (field.current) field.current.value = "";
      if (opened.length < count) tell(openedWords(opened.length, count));
      onOpened?.();
    } catch (error) {
      setProblem(unlockProblem(error, count));
      field.current?.select();
    }
    setTried(undefined);
  }

  return (
    <form
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void unlock();
      }}
    >
      <div className="journal-secret">
        <TextInput
          ref={field}
          label="Passphrase"
          // The password of the account is another one: no name that a browser knows.
          name="journal-passphrase"
          type={isShown ? "text" : "password"}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          readOnly={isBusy}
          error={problem}
          errorProps={{ role: "alert" }}
        />
        <button
          type="button"
          className="record-link"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          Show it
        </button>
      </div>
      <div className="record-acts">
        <Button type="submit" loading={isBusy}>
          Unlock
        </Button>
        <Button variant="subtle" disabled={isBusy} onClick={onForgotten}>
          Use the recovery key
        </Button>
      </div>
      <output className="faint">
        {isBusy && count > 1 ? `Trying ${Math.min(tried + 1, count)} of ${count}…` : null}
      </output>
    </form>
  );
}
