/** The header's place for the account: a way to sign in, or the menu of who is signed in. The same size in each state. */
import { useEffect } from "react";
import { SessionNotices } from "./session-notices.tsx";
import { openSignIn, useSession, wakeSession } from "./session.ts";

export function AccountButton() {
  const { status, user, room, asked } = useSession();
  useEffect(wakeSession, []);

  return (
    <div className="account">
      {status === "signed-out" ? (
        <button
          type="button"
          className="header-button"
          aria-haspopup="dialog"
          aria-busy={asked && !room}
          onClick={openSignIn}
        >
          <span className="person" />
          <span className="person-text">Sign in</span>
        </button>
      ) : null}
      {user && room ? <room.UserMenu user={user} /> : null}
      <noscript>
        {/* Where scripts run React leaves it as it is. */}
        {import.meta.env.SSR ? (
          <a className="header-button" href="/Settings">
            Sign in
          </a>
        ) : null}
      </noscript>
      {room ? <room.SessionDialogs /> : null}
      <SessionNotices />
    </div>
  );
}

/** The same in the menu of a phone. */
export function AccountSection() {
  const { status, user, room } = useSession();
  if (user && room)
    return (
      <section>
        <room.UserMenuBody user={user} />
      </section>
    );
  if (status !== "signed-out") return null;
  return (
    <section>
      <p className="quiet">Account</p>
      <button
        type="button"
        className="menu-sign-in"
        popoverTarget="menu-all"
        popoverTargetAction="hide"
        onClick={openSignIn}
      >
        Sign in
      </button>
    </section>
  );
}
