import { Link, useLocation } from "react-router";
import { pages } from "#lib/pages.ts";
import { mayOpen } from "./access.ts";
import { signOut } from "./account-actions.ts";
import { initialOf } from "./initial-of.ts";
import { Bell } from "./notifications/bell.tsx";
import type { SessionUser } from "./session.ts";

/** A popover like the header's other menus: the browser opens it and closes it on Esc and on a tap outside. */
export function UserMenu({ user }: { user: SessionUser }) {
  return (
    <>
      <Bell uid={user.uid} />
      <button type="button" className="header-button user-button" popoverTarget="menu-user">
        <span className="avatar" aria-hidden="true">
          {initialOf(user.name)}
        </span>
        <span className="unseen">
          Account of <bdi>{user.name}</bdi>
        </span>
      </button>
      <nav className="user-menu" id="menu-user" popover="auto" aria-label="Account">
        <UserMenuBody user={user} />
      </nav>
    </>
  );
}

export function UserMenuBody({ user }: { user: SessionUser }) {
  const { pathname } = useLocation();
  const link = ({ path, title }: (typeof pages)[number]) => (
    <li key={path}>
      <Link to={path} aria-current={pathname === path ? "page" : undefined}>
        {title}
      </Link>
    </li>
  );
  const tools = pages.filter(
    ({ group, access, path }) =>
      group === "tools" && path !== "/Settings" && mayOpen(access, user.roles),
  );
  return (
    <>
      <p className="user-facts">
        <strong>
          <bdi>{user.name}</bdi>
        </strong>
        <span className="quiet">{tokensText(user.userAITokens)}</span>
      </p>
      <ul className="user-tools">{tools.map(link)}</ul>
      <ul className="user-tools">
        {/* A phone's header has no room for the bell. */}
        <li className="user-bell">
          <button type="button" popoverTarget="notifications">
            Notifications
          </button>
        </li>
        {pages.filter(({ path }) => path === "/Settings").map(link)}
        <li>
          <button type="button" onClick={() => void signOut()}>
            Sign out
          </button>
        </li>
      </ul>
    </>
  );
}

function tokensText(tokens: number): string {
  return `${tokens} AI ${tokens === 1 ? "token" : "tokens"}`;
}
