/**
 * Name, navigation, theme switch and account. The menus are popovers: the browser opens them, closes them on Esc and on a tap
 * outside, also where no script runs. Scripts add only: closed on a link and on resize.
 */
import { Link, useLocation } from "react-router";
import { AccountButton, AccountSection } from "#app/session/account-button.tsx";
import type { NavigationEntry, ShownGroup } from "#lib/documents/navigation.ts";
import { useClosingMenus } from "./close-menus.ts";
import { openSearch, Search } from "./search.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

export function Header({ name, navigation }: { name: string; navigation: ShownGroup[] }) {
  useClosingMenus();

  return (
    <header className="header">
      <Link className="header-name" to="/">
        <span>{name || "Home"}</span>
      </Link>
      <nav className="nav" aria-label="Main">
        <ul>
          {navigation.map(({ id, label, entries }) =>
            label ? (
              <li key={id}>
                <button type="button" className="nav-item" popoverTarget={`menu-${id}`}>
                  {label}
                </button>
                <ul className="menu" id={`menu-${id}`} popover="auto">
                  <Entries entries={entries} />
                </ul>
              </li>
            ) : (
              <Entries key={id} entries={entries} className="nav-item" />
            ),
          )}
        </ul>
      </nav>
      <Search />
      <ThemeSwitch />
      <AccountButton />
      <button type="button" className="header-button menu-button" popoverTarget="menu-all">
        Menu
      </button>
      <nav className="menu-all" id="menu-all" popover="auto" aria-label="Main">
        <button
          type="button"
          className="menu-search scripted"
          popoverTarget="menu-all"
          popoverTargetAction="hide"
          onClick={openSearch}
        >
          Search
        </button>
        <button
          type="button"
          className="header-button"
          popoverTarget="menu-all"
          popoverTargetAction="hide"
        >
          Close
        </button>
        {navigation.map(({ id, label, entries }) => (
          <section key={id}>
            <p className="quiet">{label || "More"}</p>
            <ul>
              <Entries entries={entries} />
            </ul>
          </section>
        ))}
        <AccountSection />
      </nav>
    </header>
  );
}

function Entries({ entries, className }: { entries: NavigationEntry[]; className?: string }) {
  const { pathname } = useLocation();
  return entries.map(({ to, label }) => (
    <li key={to}>
      <Link className={className} to={to} aria-current={pathname === to ? "page" : undefined}>
        {label}
      </Link>
    </li>
  ));
}
