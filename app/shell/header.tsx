/**
 * Name, navigation, theme switch and account. The menus are popovers: the browser opens them, closes them on Esc and on a tap
 * outside, also where no script runs. Scripts add only: closed on a link and on resize.
 */
import { Link, useLocation } from "react-router";
import { AccountButton, AccountSection } from "#app/session/account-button.tsx";
import { pages } from "#lib/pages.ts";
import { useClosingMenus } from "./close-menus.ts";
import { openSearch, Search } from "./search.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

const groups = [
  ["work", "Work"],
  ["food", "Food"],
  ["play", "Play"],
] as const;

export function Header({ name }: { name: string }) {
  useClosingMenus();

  return (
    <header className="header">
      <Link className="header-name" to="/">
        <span>{name || "Home"}</span>
      </Link>
      <nav className="nav" aria-label="Main">
        <ul>
          {groups.map(([group, label]) => (
            <li key={group}>
              <button type="button" className="nav-item" popoverTarget={`menu-${group}`}>
                {label}
              </button>
              <ul className="menu" id={`menu-${group}`} popover="auto">
                <PageLinks group={group} />
              </ul>
            </li>
          ))}
          <PageLinks group="main" className="nav-item" />
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
        {groups.map(([group, label]) => (
          <section key={group}>
            <p className="quiet">{label}</p>
            <ul>
              <PageLinks group={group} />
            </ul>
          </section>
        ))}
        <p className="quiet">More</p>
        <ul>
          <PageLinks group="main" />
        </ul>
        <AccountSection />
      </nav>
    </header>
  );
}

function PageLinks({ group, className }: { group: string; className?: string }) {
  const { pathname } = useLocation();
  return pages
    .filter((page) => page.group === group && page.path !== "/")
    .map(({ path, title }) => (
      <li key={path}>
        <Link className={className} to={path} aria-current={pathname === path ? "page" : undefined}>
          {title}
        </Link>
      </li>
    ));
}
