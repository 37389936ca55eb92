/** How much is unread, on every page, and the list of all of it in a popover like the header's other menus. */
import IconBell from "@tabler/icons-react/dist/esm/icons/IconBell.mjs";
import { useEffect, useState } from "react";
import { pushKey } from "#app/live/push-key.ts";
import { logFailure } from "../log-failure.ts";
import { readStored } from "../stored.ts";
import { mostCounted } from "./own-notifications.ts";
import { useDeleting } from "./use-deleting.ts";
import { useNews } from "./use-news.ts";
import { useOpened, useUnread } from "./use-notifications.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../styles/notifications.css";

type Centre = typeof import("./centre.tsx");

export function BellButton({ uid }: { uid: string }) {
  const unread = useUnread(uid);
  const deleting = useDeleting(uid);
  const news = useNews(unread.value);
  useOpened(uid, unread.value);
  useEffect(() => void renewPush(uid), [uid]);
  const [isOpen, setOpen] = useState(false);
  const shown = unread.value?.filter(({ id }) => !deleting.has(id) && !deleting.isGone(id)) ?? [];
  return (
    // A box of its own: what looks for the account's button takes the first one of the place.
    <div className="bell-place">
      <button
        type="button"
        className="header-button bell"
        popoverTarget="notifications"
        data-unread={shown.length > 0 || undefined}
        // The tools' rail has a mark by it, in notifications.css.
        data-chat={shown.some(({ path }) => path.startsWith("/Chat?")) || undefined}
      >
        <IconBell size={22} stroke={1.5} aria-hidden />
        {shown.length > 0 ? (
          <span className="bell-count" aria-hidden="true">
            {countText(shown.length)}
          </span>
        ) : null}
        <span className="unseen">{bellText(shown.length)}</span>
      </button>
      <output className="unseen">{news}</output>
      <section
        className="user-menu notifications"
        id="notifications"
        popover="auto"
        aria-label="Notifications"
        tabIndex={-1}
        // What a menu's own button opens is a part of it to the browser, which would keep both open.
        onBeforeToggle={({ newState }) => {
          if (newState === "open") {
            document.querySelector<HTMLElement>(":popover-open")?.hidePopover();
          }
        }}
        onToggle={({ newState, currentTarget }) => {
          setOpen(newState === "open");
          if (newState === "open" && !isBellShown()) currentTarget.focus();
          if (newState === "closed") deleting.finish();
        }}
      >
        <LateCentre isOpen={isOpen} uid={uid} unread={shown} deleting={deleting} />
      </section>
    </div>
  );
}

/** A phone has a menu for it: the keyboard's place goes along, since what opened the list is gone. */
function isBellShown(): boolean {
  return document.querySelector(".bell")?.checkVisibility() === true;
}

type CentreProps = Parameters<Centre["Centre"]>[0];

/** The list comes with the first opening, and is followed while it is open. */
function LateCentre({ isOpen, ...props }: CentreProps & { isOpen: boolean }) {
  const [loaded, setLoaded] = useState<Centre>();
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!isOpen || loaded !== undefined) return;
    const load = async () => {
      try {
        setLoaded(await import("./centre.tsx"));
      } catch (error) {
        logFailure("The notifications did not load", error);
        setFailed(true);
      }
    };
    void load();
  }, [isOpen, loaded]);
  if (!isOpen) return null;
  if (loaded !== undefined) return <loaded.Centre {...props} />;
  if (!isFailed) return <p className="notifications-note">Loading...</p>;
  return (
    <p className="notifications-note" role="alert">
      The notifications did not load. Check your connection, and load this page again.
    </p>
  );
}

function countText(count: number): string {
  return count >= mostCounted ? `${mostCounted - 1}+` : String(count);
}

function bellText(count: number): string {
  if (count === 0) return "Notifications";
  return `Notifications, ${count >= mostCounted ? `${mostCounted} or more` : count} unread`;
}

/** Browsers give up a subscription, or give it another address: looked at once a day. */
async function renewPush(uid: string): Promise<void> {
  if (readStored(pushKey)?.split(" ")[0] !== uid) return;
  try {
    await (await import("#app/live/push.ts")).renewPush(uid);
  } catch (error) {
    logFailure("It was not seen to that this device is told", error);
  }
}
