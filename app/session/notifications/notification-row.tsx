/** One notification in the list. */
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { OwnNotification } from "./read-notification.ts";
import { whenText } from "./when-text.ts";

export function NotificationRow({
  notification: { title, text, path, at, read },
  isDeleted,
  onMark,
  onDelete,
  onTakeBack,
}: {
  notification: OwnNotification;
  isDeleted: boolean;
  onMark: (isRead: boolean) => void;
  onDelete: () => void;
  onTakeBack: () => void;
}) {
  const row = useFocusAfterChange(isDeleted);
  if (isDeleted) {
    return (
      <li ref={row} className="notification-deleted">
        <span>
          Deleted: <bdi>{title}</bdi>
        </span>{" "}
        <button type="button" className="as-link" onClick={onTakeBack} data-row>
          Undo
        </button>
      </li>
    );
  }
  const mark = read ? "Mark as unread" : "Mark as read";
  return (
    <li ref={row} className="notification" data-unread={!read || undefined}>
      <Link
        to={path}
        data-row
        onClick={() => read || onMark(true)}
        onKeyDown={(event) => {
          if (event.key !== "Delete") return;
          event.preventDefault();
          onDelete();
        }}
      >
        <span className="notification-title">
          {read ? null : <span className="unseen">Unread: </span>}
          <bdi>{title}</bdi>
        </span>
        {text === "" ? null : (
          <span className="notification-text">
            <bdi>{text}</bdi>
          </span>
        )}
        <time className="notification-text" dateTime={new Date(at).toISOString()}>
          {whenText(at)}
        </time>
      </Link>
      <div className="notification-acts">
        <button
          type="button"
          className="as-link"
          aria-label={`${mark}: ${title}`}
          onClick={() => onMark(!read)}
        >
          {mark}
        </button>
        <button
          type="button"
          className="as-link"
          aria-label={`Delete: ${title}`}
          onClick={onDelete}
        >
          Delete
        </button>
      </div>
    </li>
  );
}

/** What had the keyboard's place is gone with a change: it goes on in the same row. */
function useFocusAfterChange(isDeleted: boolean) {
  const row = useRef<HTMLLIElement>(null);
  const before = useRef(isDeleted);
  useEffect(() => {
    if (before.current === isDeleted) return;
    before.current = isDeleted;
    row.current?.querySelector<HTMLElement>("[data-row]")?.focus();
  }, [isDeleted]);
  return row;
}
