/** The way from tool to tool: a rail beside the page that folds to its icons, a bar at the foot of a phone. */
import IconDots from "@tabler/icons-react/dist/esm/icons/IconDots.mjs";
import IconLayoutSidebarLeftCollapse from "@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftCollapse.mjs";
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link } from "react-router";
import type { Page } from "#lib/pages.ts";
import type { SessionUser } from "./session.ts";
import { readStored } from "./stored.ts";
import { toolIcons } from "./tool-icons.ts";
import { countOpened, mostOpened, readOpened, shortTitle, toolGroups } from "./tool-rail-places.ts";

const foldedKey = "foyer:rail";
/** As in rail.css: narrower than that it is folded until somebody unfolds it. */
const wide = "(width >= 75em)";

export function ToolRail({ page, user }: { page: Page; user: SessionUser }) {
  const { own, site, settings } = toolGroups(user.roles);
  const [isFolded, fold] = useFolded();
  useEffect(() => countOpened(page.path), [page.path]);
  const rail = useRef<HTMLElement>(null);
  // Drawn before the page, so that is where the keyboard finds it; the portal puts it last.
  useLayoutEffect(() => {
    if (rail.current) document.getElementById("main")?.before(rail.current);
  }, []);
  return (
    <>
      <nav ref={rail} className="rail" aria-label="Tools" data-folded={isFolded || undefined}>
        <RailLinks pages={own} current={page} />
        <RailLinks pages={site} current={page} />
        <RailLinks pages={settings} current={page} />
        <button
          type="button"
          className="rail-fold"
          title={isFolded ? "Show names" : undefined}
          onClick={() => fold(!isFolded)}
        >
          <IconLayoutSidebarLeftCollapse size={20} stroke={1.5} aria-hidden />
          <span>{isFolded ? "Show names" : "Hide names"}</span>
        </button>
      </nav>
      <ToolBar groups={[own, site, settings]} current={page} />
    </>
  );
}

function RailLinks({ pages, current }: { pages: readonly Page[]; current: Page }) {
  if (pages.length === 0) return null;
  return (
    <ul className="rail-links">
      {pages.map((page) => (
        <li key={page.path}>
          <RailLink page={page} current={current} />
        </li>
      ))}
    </ul>
  );
}

function RailLink({
  page,
  current,
  text = page.title,
}: {
  page: Page;
  current: Page;
  text?: string;
}) {
  const Icon = toolIcons[page.path];
  return (
    <Link
      to={page.path}
      aria-current={page.path === current.path ? "page" : undefined}
      title={page.title}
    >
      {Icon ? <Icon size={20} stroke={1.5} aria-hidden /> : null}
      <span>{text}</span>
    </Link>
  );
}

/** Of a phone. Which four stand in it is settled for the visit: a bar that changes under the thumb is no help. */
function ToolBar({ groups, current }: { groups: readonly Page[][]; current: Page }) {
  const all = groups.flat();
  const [opened] = useState(readOpened);
  const shown = mostOpened(all, opened);
  const more = useRef<HTMLDivElement>(null);
  return (
    <nav className="tool-tabs" aria-label="Tools">
      {shown.map((page) => (
        <RailLink key={page.path} page={page} current={current} text={shortTitle(page)} />
      ))}
      <button
        type="button"
        popoverTarget="tools-all"
        data-current={shown.every(({ path }) => path !== current.path) || undefined}
      >
        <IconDots size={20} stroke={1.5} aria-hidden />
        <span>More</span>
      </button>
      {/* Its links close it. By keyboard too: a press of Enter on a link is a click. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        id="tools-all"
        className="tools-all"
        popover="auto"
        ref={more}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest("a")) more.current?.hidePopover();
        }}
      >
        {groups.map((pages) => (
          <RailLinks key={pages[0]?.path ?? ""} pages={pages} current={current} />
        ))}
      </div>
    </nav>
  );
}

/** As somebody left it; otherwise as the window has room. */
function useFolded(): [boolean, (folded: boolean) => void] {
  const [chosen, setChosen] = useState(() => readStored(foldedKey));
  const isWide = useSyncExternalStore(watchWidth, () => matchMedia(wide).matches);
  const isFolded = chosen === null ? !isWide : chosen === "folded";
  return [
    isFolded,
    (folded) => {
      const next = folded ? "folded" : "open";
      setChosen(next);
      try {
        localStorage.setItem(foldedKey, next);
      } catch {
        // Without storage it holds for this visit.
      }
    },
  ];
}

function watchWidth(changed: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
