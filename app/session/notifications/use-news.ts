import { useEffect, useRef, useState } from "react";
import type { OwnNotification } from "./read-notification.ts";
import type { Followed } from "./use-notifications.ts";

/** What came while somebody looks at a page, in words; empty when nothing did. */
export function useNews(unread: Followed["value"]): string {
  const [said, setSaid] = useState("");
  // Clocks differ.
  const [openedAt] = useState(() => Date.now() - 60_000);
  const last = useRef<number>(undefined);
  useEffect(() => {
    if (unread === undefined) return;
    const before = last.current;
    last.current = Math.max(before ?? openedAt, ...unread.map(({ at }) => at));
    const news = before === undefined ? [] : unread.filter(({ at }) => at > before);
    if (news.length > 0) setSaid(newsText(news));
  }, [unread, openedAt]);
  return said;
}

export function newsText([first, ...others]: readonly OwnNotification[]): string {
  if (first === undefined) return "";
  if (others.length === 0) return `New notification: ${first.title}`;
  return `${others.length + 1} new notifications`;
}
