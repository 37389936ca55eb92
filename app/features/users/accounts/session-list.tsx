import { Button } from "@mantine/core";
import { useState } from "react";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import type { UserDetails } from "#lib/user-admin.ts";
import { problemText } from "#app/session/problem-text.ts";
import { callAdmin } from "../call-admin.ts";
import { When } from "../when.tsx";

const unknownDevice = "An unknown device";
const shownAtOnce = 5;

/** Where somebody is signed in; each can be ended by itself. */
export function SessionList({ user, onChanged }: { user: UserDetails; onChanged: () => void }) {
  const [ending, setEnding] = useState<string>();
  const { sessions, row } = user;
  if (sessions === null) {
    return <p className="faint">Firebase has no list of this. All can be ended at once, above.</p>;
  }
  if (sessions.length === 0) return <p className="faint">Nowhere.</p>;
  async function end(session: string): Promise<void> {
    setEnding(session);
    try {
      await callAdmin("POST", "/api/users/end-sessions", { uid: row.uid, session });
      onChanged();
    } catch (error) {
      tellProblem(problemText(error));
    } finally {
      setEnding(undefined);
    }
  }
  const list = (shown: typeof sessions) => (
    <ul className="plain-list">
      {shown.map(({ id, device, network, lastUsedAt }) => (
        <li key={id} className="with-button">
          <span>
            <bdi>{device ?? unknownDevice}</bdi>
            <br />
            <span className="faint">
              {network === null ? "" : `${network}, `}
              <When at={lastUsedAt} withTime />
            </span>
          </span>
          <Button
            variant="default"
            loading={ending === id}
            aria-label={`End the sign-in on ${device ?? unknownDevice}`}
            onClick={() => void end(id)}
          >
            End
          </Button>
        </li>
      ))}
    </ul>
  );
  const more = sessions.slice(shownAtOnce);
  return (
    <>
      {list(sessions.slice(0, shownAtOnce))}
      {more.length === 0 ? null : (
        <details>
          <summary>And {more.length} more</summary>
          {list(more)}
        </details>
      )}
    </>
  );
}
