/** Views and journals at the side; where there is no room, behind a button that says where one is. */
import { useCallback, useId, useState } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Dot } from "#app/parts/records/dot.tsx";
import type { JournalHeader } from "#app/live/journals/journals-list.ts";
import { NewJournal, NewPrivateJournal, OpenLost } from "./late-views.tsx";
import { LockIcon } from "./icons.tsx";
import { useEntries, useLost, useRooms, useStoreTopic } from "./store/journal-context.ts";
import { useAddress } from "./use-address.ts";
import { type JournalQuery, type ViewName, searchOf, viewOf, viewTitles } from "./views.ts";

type Props = {
  /** Private journals that are not open. */
  locked: readonly JournalHeader[];
  onUnlock: () => void;
  onLock: () => void;
};

const first: readonly ViewName[] = ["list", "calendar", "year", "today", "gallery", "map"];
const last: readonly ViewName[] = ["templates", "import", "export", "book", "trash", "settings"];
/** Of all journals, of which there is one while somebody presents. */
const notPresented: ReadonlySet<ViewName> = new Set(["today", "import"]);

export function JournalNav({ locked, onUnlock, onLock }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<"plain" | "private">();
  const { query } = useAddress();
  const rooms = useRooms();
  const lost = useLost().length;
  const isPresenting = useStoreTopic("rooms", (store) => store.presented()) !== undefined;
  const isLoading = useStoreTopic("status", (store) => store.status()) === "loading";
  const view = viewOf(query);
  const close = useCallback(() => setOpen(false), []);
  const room = rooms.find(({ journal }) => journal === query.journal);
  const link = (of: ViewName) =>
    isPresenting && notPresented.has(of) ? null : (
      <li key={of}>
        <ViewLink
          to={{ view: of === "list" ? "" : of, journal: query.journal }}
          isCurrent={view === of && "page"}
          onGo={close}
        >
          {viewTitles[of]}
        </ViewLink>
      </li>
    );
  return (
    <nav className="journal-nav" aria-label="Views and journals" data-open={isOpen || undefined}>
      <button
        type="button"
        className="journal-nav-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {viewTitles[view]}
        {room ? <span dir="auto"> · {room.settings.name || "Journal"}</span> : null}
      </button>
      <div id={id} className="journal-nav-body">
        <ul>{first.map(link)}</ul>
        <section>
          <h2>Journals</h2>
          <ul>
            {rooms.length > 1 ? (
              <li>
                <ViewLink
                  to={{ ...viewOnly(query), journal: "" }}
                  isCurrent={query.journal === "" && "true"}
                  onGo={close}
                >
                  All journals
                </ViewLink>
              </li>
            ) : null}
            {rooms.map(({ journal, isSealed, settings }) => (
              <li key={journal}>
                <ViewLink
                  to={{ ...viewOnly(query), journal }}
                  isCurrent={query.journal === journal && "true"}
                  onGo={close}
                  count={isPresenting || isLoading ? undefined : <Count journal={journal} />}
                >
                  <Dot colour={settings.colour} />
                  {settings.name || (isLoading ? "…" : "Journal")}
                  {isSealed ? <LockIcon isOpen label="Private, open" /> : null}
                </ViewLink>
              </li>
            ))}
          </ul>
          {isPresenting ? null : (
            <div className="journal-nav-acts">
              {locked.length === 0 ? null : (
                <button type="button" onClick={onUnlock}>
                  <LockIcon isOpen={false} /> Unlock {lockedWords(locked.length)}
                </button>
              )}
              {rooms.some(({ isSealed }) => isSealed) ? (
                <button type="button" onClick={onLock}>
                  <LockIcon isOpen={false} /> Lock
                </button>
              ) : null}
              <button type="button" onClick={() => setDialog("plain")}>
                New journal…
              </button>
              <button type="button" onClick={() => setDialog("private")}>
                New private journal…
              </button>
            </div>
          )}
        </section>
        <ul className="journal-nav-last">
          {lost === 0 ? null : <OpenLost>{link("lost")}</OpenLost>}
          {last.map(link)}
        </ul>
      </div>
      {dialog === "plain" ? <NewJournal onClose={() => setDialog(undefined)} /> : null}
      {dialog === "private" ? <NewPrivateJournal onClose={() => setDialog(undefined)} /> : null}
    </nav>
  );
}

function lockedWords(count: number): string {
  return count === 1 ? "a private journal…" : `${count} private journals…`;
}

function viewOnly({ view }: JournalQuery): Partial<JournalQuery> {
  return { view };
}

function Count({ journal }: { journal: string }) {
  const { length } = useEntries(journal);
  return (
    <span className="journal-count">
      {length.toLocaleString("en")}
      <span className="unseen">{length === 1 ? " entry" : " entries"}</span>
    </span>
  );
}

type LinkProps = {
  to: Partial<JournalQuery>;
  isCurrent: false | "page" | "true";
  count?: ReactNode;
  onGo: () => void;
  children: ReactNode;
};

function ViewLink({ to, isCurrent, count, onGo, children }: LinkProps) {
  return (
    <Link
      to={{ search: searchOf(to) }}
      aria-current={isCurrent || undefined}
      preventScrollReset
      defaultShouldRevalidate={false}
      onClick={onGo}
    >
      <span dir="auto">{children}</span>
      {count}
    </Link>
  );
}
