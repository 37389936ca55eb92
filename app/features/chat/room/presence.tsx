import { useEffect, useState } from "react";
import { followPresence } from "#app/live/chat/presence.ts";

function usePresence(uid: string): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => followPresence(uid, setThere), [uid]);
  return isThere;
}

/** A dot while somebody is there. */
export function Presence({ uid }: { uid: string }) {
  const isThere = usePresence(uid);
  if (!isThere) return null;
  return (
    <span className="chat-there">
      <span className="unseen">online</span>
    </span>
  );
}
