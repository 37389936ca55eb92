/** What stands over the page: sign-in, and the question for a username. */
import { useEffect, useId, useRef } from "react";
import { useLocation } from "react-router";
import { usernameMaxLength, usernamePrompt } from "#lib/user-record.ts";
import { focusAccount } from "./focus-account.ts";
import { Modal } from "#app/ui/modal.tsx";
import { SignInAgainDialog } from "./reauthenticate.tsx";
import { changeSession, useSession } from "./session.ts";
import { SignInPanel } from "./sign-in-panel.tsx";
import { UnsentDialog } from "./unsent-question.tsx";

export function SessionDialogs() {
  const { status, asked, answerUsername } = useSession();
  const isSignIn = asked && status === "signed-out";
  useFocusAfter(status, isSignIn || answerUsername !== undefined);
  return (
    <>
      {isSignIn ? <SignInDialog /> : null}
      {status === "signed-in" ? <SignInAgainDialog /> : null}
      {status === "signed-in" ? <UnsentDialog /> : null}
      {answerUsername ? <UsernameDialog answer={answerUsername} /> : null}
    </>
  );
}

function SignInDialog() {
  const id = useId();
  useCloseOnNavigation();
  // A page that requires sign-in has the panel in its place already.
  const inPlace = document.querySelector<HTMLElement>(".gate [name=email]");
  useEffect(() => {
    if (inPlace === null) return;
    closeSignIn();
    inPlace.focus();
  }, [inPlace]);
  if (inPlace) return null;
  return (
    <Modal label={id} onClose={closeSignIn}>
      <SignInPanel titleId={id} />
      <button type="button" className="modal-close" onClick={closeSignIn}>
        Close
      </button>
    </Modal>
  );
}

function UsernameDialog({ answer }: { answer: (name: string) => void }) {
  const id = useId();
  return (
    <Modal label={id} onClose={() => answer("")}>
      <form
        className="sign-in"
        onSubmit={(event) => {
          event.preventDefault();
          const name = new FormData(event.currentTarget).get("name");
          answer(typeof name === "string" ? name : "");
        }}
      >
        <label className="question" id={id} htmlFor={`${id}name`}>
          {usernamePrompt}
        </label>
        <input id={`${id}name`} name="name" autoComplete="name" maxLength={usernameMaxLength} />
        <p className="modal-buttons">
          <button type="submit" className="submit">
            Use this name
          </button>
          <button type="button" className="as-link" onClick={() => answer("")}>
            Stay Anonymous
          </button>
        </p>
      </form>
    </Modal>
  );
}

function closeSignIn(): void {
  changeSession({ asked: false });
}

/** Its links lead away from under it. */
function useCloseOnNavigation(): void {
  const { key } = useLocation();
  const first = useRef(key);
  useEffect(() => {
    if (first.current !== key) closeSignIn();
  }, [key]);
}

/**
 * A dialog that opened by itself, signing in and signing out leave nothing that could have the focus again: it goes on
 * at the account's place, as soon as it is known who is there.
 */
function useFocusAfter(status: string, isOpen: boolean): void {
  const last = useRef({ status, isOpen });
  const isDue = useRef(false);
  useEffect(() => {
    const before = last.current;
    last.current = { status, isOpen };
    const signedOut = status === "signed-out" && before.status === "signed-in";
    if (signedOut || (before.isOpen && !isOpen)) isDue.current = true;
    if (!isDue.current || isOpen || status === "unknown") return;
    isDue.current = false;
    if (document.activeElement === document.body && document.hasFocus()) focusAccount();
  }, [status, isOpen]);
}
