import type { ReactNode } from "react";

/** What a room is for while nothing is in it, with the first thing to do there. */
export function EmptyRoom({
  title,
  text,
  action,
}: {
  title: string;
  text: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="empty-room">
      <h2>{title}</h2>
      <p>{text}</p>
      {action === undefined ? null : <div className="empty-room-action">{action}</div>}
    </div>
  );
}
