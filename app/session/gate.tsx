import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { Link } from "react-router";
import { pageDescription } from "#lib/page-descriptions.ts";
import { pageAt } from "#lib/pages.ts";
import type { Page } from "#lib/pages.ts";
import { mayOpen } from "./access.ts";
import { AccountBanners } from "./account-banners.tsx";
import { useSession } from "./session.ts";
import type { SessionUser } from "./session.ts";
import { SignInPanel } from "./sign-in-panel.tsx";
import { ToolRail } from "./tool-rail.tsx";

/** The guard's judgement: the page, the way in, or why not. */
export function Gate({ page, children }: { page: Page; children: ReactNode }) {
  const { status, user } = useSession();
  useFocusAfterSignIn(status);

  if (status === "signed-out") {
    return (
      <>
        <h1>{page.title}</h1>
        <p className="lead after-title">{pageDescription(page.path)}</p>
        <div className="gate">
          <SignInPanel titleId="sign-in" />
        </div>
      </>
    );
  }
  if (user === undefined) {
    return (
      <>
        <h1>{page.title}</h1>
        <p className="loading after-title">Loading...</p>
      </>
    );
  }
  return (
    <>
      {/* Beside the page, not in it: the skip link and the focus of a new page go past it. */}
      {page.group === "tools"
        ? createPortal(<ToolRail page={page} user={user} />, document.body)
        : null}
      <AccountBanners />
      {mayOpen(page.access, user.roles) ? (
        <>
          <h1 className="meanwhile">{page.title}</h1>
          {children}
        </>
      ) : (
        <RoleNeeded page={page} user={user} />
      )}
    </>
  );
}

function RoleNeeded({ page, user }: { page: Page; user: SessionUser }) {
  return (
    <>
      <h1>This page needs the {page.access} role</h1>
      <p className="lead after-title">
        {page.title} is not open to your account. You are signed in as <bdi>{user.name}</bdi>
        {user.email ? (
          <>
            {" "}
            (<bdi>{user.email}</bdi>)
          </>
        ) : null}
        .
      </p>
      <p className="after-title">
        Ask the owner of this site for the role. Once you have it, the page opens by itself.
      </p>
      {pageAt("/contact").built ? (
        <p className="trail after-title">
          <Link to="/contact">Contact the owner</Link>
        </p>
      ) : null}
    </>
  );
}

/** The panel goes when one is signed in, and the keyboard's place with it: it goes on at the start of the page. */
function useFocusAfterSignIn(status: string): void {
  const cameByPanel = useRef(false);
  useEffect(() => {
    if (status === "signed-out") cameByPanel.current = true;
    if (status === "signed-out" || !cameByPanel.current) return;
    cameByPanel.current = false;
    // A dialog, such as the one that asks for a username, keeps the focus.
    if (document.activeElement === document.body)
      document.getElementById("main")?.focus({ preventScroll: true });
  }, [status]);
}
