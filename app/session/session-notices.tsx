/** What the account has to say at the foot of the window: what does not work just now, and what has happened. */
import { useState } from "react";
import { focusAccount } from "./focus-account.ts";
import { changeSession, useSession } from "./session.ts";

export function SessionNotices() {
  const { problem, notice, room } = useSession();
  const [closed, setClosed] = useState<string>();
  // A problem that is only tried again stays closed; once it is over, the next one shows.
  if (problem === undefined && closed !== undefined) setClosed(undefined);
  return (
    <div className="session-notices">
      {problem === undefined || problem === closed ? null : (
        <div role="alert">
          <Notice text={problem} onClose={() => setClosed(problem)} />
        </div>
      )}
      {/* There before it says anything, so that it is read out when it does. */}
      {room ? (
        <output>
          {notice === undefined ? null : (
            <Notice text={notice} onClose={() => changeSession({ notice: undefined })} />
          )}
        </output>
      ) : null}
    </div>
  );
}

function Notice({ text, onClose }: { text: string; onClose: () => void }) {
  const close = () => {
    focusAccount();
    onClose();
  };
  return (
    <div className="notices session-notice">
      <p>{text}</p>
      <button type="button" onClick={close}>
        Close
      </button>
    </div>
  );
}
