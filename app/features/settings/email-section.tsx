import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { askForNewEmail, readOwnEmail } from "#app/live/own-account.ts";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { askToConfirmAgain } from "#app/session/account-actions.ts";
import { useAccountState } from "#app/session/account-state.ts";
import { useSession } from "#app/session/session.ts";
import { readStored } from "#app/session/stored.ts";
import { useSignInOptions } from "#app/session/sign-in-panel-options.ts";
import { Part } from "./security/part.tsx";
import { useAct } from "./security/use-act.ts";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { problemText } from "#app/session/problem-text.ts";
import { withRecentSignIn } from "#app/session/with-recent-sign-in.ts";

export function EmailSection({ uid }: { uid: string }) {
  const state = useAccountState();
  // A link that was opened in another tab shows here at once.
  return <Email key={`${state?.email} ${state?.emailVerified}`} uid={uid} />;
}

function Email({ uid }: { uid: string }) {
  const { value, problem, refresh } = useFresh(readOwnEmail, problemText);
  const sendsMail = useSignInOptions()?.sendsMail !== false;
  const isAdmin = useSession().user?.roles.admin === true;
  const handed = sendsMail ? undefined : isAdmin ? forAdmins : forOthers;
  if (value === undefined) {
    return problem === undefined ? (
      <SkeletonForm fields={2} />
    ) : (
      <p role="alert" className="settings-note">
        {`Your e-mail could not be read. ${problem}`}{" "}
        <Button variant="default" size="compact-sm" onClick={() => void refresh()}>
          Try again
        </Button>
      </p>
    );
  }
  const { email, isVerified } = value;
  return (
    <>
      <p className="settings-lead">
        Where the site writes to you, and what you sign in by. Nobody but admins sees it.
      </p>
      {email === null ? null : (
        <AddressPart email={email} isVerified={isVerified} handed={handed} />
      )}
      <ChangePart uid={uid} email={email} handed={handed} />
    </>
  );
}

function AddressPart({
  email,
  isVerified,
  handed,
}: {
  email: string;
  isVerified: boolean;
  /** How the link is got where no mail is sent. */
  handed: string | undefined;
}) {
  const act = useAct();
  async function send(): Promise<void> {
    if (await act.run(askToConfirmAgain)) tell(handed ?? `A mail is on its way to ${email}.`);
  }
  return (
    <Part
      title="Address"
      state={
        <>
          <bdi className="settings-address">{email}</bdi>{" "}
          {isVerified
            ? "is confirmed."
            : `is not confirmed yet. ${handed ?? "Open the link of the mail we sent."}`}
        </>
      }
      problem={act.problem}
      action={
        isVerified ? undefined : (
          <Button variant="default" loading={act.busy} onClick={() => void send()}>
            {handed === undefined ? "Send the mail again" : "Make a new link"}
          </Button>
        )
      }
    />
  );
}

const forOthers = "This site sends no mail itself: ask its owner for the link.";
const forAdmins =
  "This server sends no mail itself. The link is on it: npm run foyer -- mail list, then mail show and the mail’s id.";

function ChangePart({
  uid,
  email,
  handed,
}: {
  uid: string;
  email: string | null;
  handed: string | undefined;
}) {
  const [pending, setPending] = usePending(uid, email);
  const [typed, setTyped] = useState("");
  const act = useAct();

  async function send(isEmail: boolean): Promise<void> {
    const wanted = typed.trim();
    if (wanted === "" || !isEmail) {
      act.setProblem(wanted === "" ? "Enter the new e-mail." : "This is not an e-mail address.");
      return;
    }
    if (wanted.toLowerCase() === email?.toLowerCase()) {
      act.setProblem("This is your e-mail already.");
      return;
    }
    if (!(await act.run(() => withRecentSignIn(() => askForNewEmail(wanted))))) return;
    setPending(wanted);
    setTyped("");
  }

  return (
    <Part
      title={email === null ? "Add an e-mail" : "Change e-mail"}
      state="A link goes to the new address. Until it is opened there, nothing changes."
    >
      <form
        className="settings-line"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const input = event.currentTarget.elements.namedItem("email");
          void send(input instanceof HTMLInputElement && input.validity.valid);
        }}
      >
        <TextInput
          aria-label="New e-mail"
          name="email"
          type="email"
          autoComplete="email"
          placeholder="New e-mail"
          maxLength={254}
          value={typed}
          error={act.problem}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            act.setProblem(undefined);
          }}
        />
        <Button type="submit" variant="default" loading={act.busy}>
          Send the link
        </Button>
      </form>
      <p aria-live="polite" className="settings-note">
        {pending === undefined ? null : (
          <>
            {handed === undefined ? "A link is on its way to " : `${handed} It is for `}
            <bdi className="settings-address">{pending}</bdi>. Open it, and sign in anew.
          </>
        )}
      </p>
    </Part>
  );
}

/** The service tells nobody of it, so this browser remembers, until the address is the account's. */
function usePending(
  uid: string,
  email: string | null,
): [string | undefined, (email: string) => void] {
  const key = `foyer:new-email:${uid}`;
  const [pending, setPending] = useState(() => readStored(key) ?? undefined);
  const isDone = pending !== undefined && pending.toLowerCase() === email?.toLowerCase();
  return [
    isDone ? undefined : pending,
    (next) => {
      setPending(next);
      try {
        localStorage.setItem(key, next);
      } catch {
        // Storage is switched off: it is said as long as the page is open.
      }
    },
  ];
}
