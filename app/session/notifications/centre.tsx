/** The list of what an account was told. Opening it marks nothing as read. */
import { useState } from "react";
import type { KeyboardEvent } from "react";
import { Link } from "react-router";
import { logFailure } from "../log-failure.ts";
import { allUnread, mostCounted } from "./own-notifications.ts";
import { NotificationRow } from "./notification-row.tsx";
import type { OwnNotification } from "./read-notification.ts";
import type { Deleting } from "./use-deleting.ts";
import { markAs, useNewest, useOffline } from "./use-notifications.ts";

const pageSize = 30;

export function Centre({
  uid,
  unread,
  deleting,
}: {
  uid: string;
  unread: readonly OwnNotification[];
  deleting: Deleting;
}) {
  const [most, setMost] = useState(pageSize);
  const { value, failed, again } = useNewest(uid, most);
  const isOffline = useOffline();
  const shown = value?.filter(({ id }) => !deleting.isGone(id));
  return (
    <>
      <Head uid={uid} unread={unread} />
      {isOffline ? (
        <output className="notifications-note">
          {value === undefined
            ? "No connection. What you were told comes when there is one."
            : "No connection: this is what was known last. What you change is sent once there is one, as long as this tab stays open."}
        </output>
      ) : null}
      {failed ? (
        <p className="notifications-note" role="alert">
          The notifications could not be read.{" "}
          <button type="button" className="as-link" onClick={again}>
            Try again
          </button>
        </p>
      ) : null}
      {shown === undefined && !failed && !isOffline ? (
        <p className="notifications-note">Loading...</p>
      ) : null}
      {shown?.length === 0 ? (
        <p className="notifications-note">
          Nothing yet. Reminders of your tasks come here, and to the devices that you choose.
        </p>
      ) : null}
      {shown !== undefined && shown.length > 0 ? (
        // The keys are a second way to what the links and buttons do.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <ul className="notification-list" onKeyDown={moveByKey}>
          {shown.map((notification) => (
            <NotificationRow
              key={notification.id}
              notification={notification}
              isDeleted={deleting.has(notification.id)}
              onMark={(isRead) => markAs(uid, [notification.id], isRead)}
              onDelete={() => deleting.ask(notification.id)}
              onTakeBack={() => deleting.takeBack(notification.id)}
            />
          ))}
        </ul>
      ) : null}
      <p className="notifications-foot">
        {value !== undefined && value.length >= most ? (
          <button type="button" className="as-link" onClick={() => setMost(most + pageSize)}>
            Show older ones
          </button>
        ) : null}
        <Link className="as-link" to="/Settings#notifications">
          What you are told, and where
        </Link>
      </p>
    </>
  );
}

function Head({ uid, unread }: { uid: string; unread: readonly OwnNotification[] }) {
  const [marked, setMarked] = useState<readonly string[]>([]);
  const isNone = unread.length === 0;

  async function markAll(): Promise<void> {
    if (isNone) return;
    let ids = unread.map(({ id }) => id);
    markAs(uid, ids, true);
    if (ids.length >= mostCounted) {
      try {
        const others = await allUnread(uid);
        markAs(uid, others, true);
        ids = [...new Set([...ids, ...others])];
      } catch (error) {
        logFailure("Not all unread notifications are known", error);
      }
    }
    setMarked(ids);
  }

  return (
    <>
      <div className="notifications-head">
        <h2>Notifications</h2>
        <button
          type="button"
          className="as-link"
          aria-disabled={isNone}
          onClick={() => void markAll()}
        >
          Mark all as read
        </button>
      </div>
      <output className="notifications-said">
        {marked.length === 0 ? null : (
          <>
            {marked.length} marked as read.{" "}
            <button
              type="button"
              className="as-link"
              onClick={() => {
                markAs(uid, marked, false);
                setMarked([]);
              }}
            >
              Undo
            </button>
          </>
        )}
      </output>
    </>
  );
}

function moveByKey(event: KeyboardEvent<HTMLUListElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.findIndex((row) => row.closest("li")?.contains(event.target as Node));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  rows[Math.min(Math.max(to, 0), rows.length - 1)]?.focus();
}
