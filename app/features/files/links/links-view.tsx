/** All share links of an account, the newest first. */
import { useMemo, useRef, useState } from "react";
import { shareLinks } from "#app/live/drive/links-api.ts";
import { useLineFocus } from "#app/parts/lines/use-line-focus.ts";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { useSession } from "#app/session/session.ts";
import type { ShareLink } from "#lib/drive/share-link.ts";
import { useAnswer } from "../people/use-answer.ts";
import { LinkLine } from "./link-line.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/drive-links.css";

const ask = (signal: AbortSignal) => shareLinks(undefined, signal);
const nowhere = "Something that is in the trash or gone";

export function LinksView() {
  const { user } = useSession();
  const uid = user?.uid ?? "";
  const { value, problem, again } = useAnswer(uid, ask);
  const [revoking, setRevoking] = useState<ShareLink>();
  const [now] = useState(() => Date.now());
  const list = useRef<HTMLDivElement>(null);
  useLineFocus(
    list,
    useMemo(() => (value ?? []).map(({ token }) => token), [value]),
  );
  return (
    <div ref={list} className="drive-links">
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={again} />}
      {value === undefined && problem === undefined ? <SkeletonRows rows={4} /> : null}
      {value?.length === 0 ? (
        <EmptyRoom
          title="Nothing is shared by link"
          text="A link lets people without an account download a file or folder. You make one by its menu: Share link…"
        />
      ) : null}
      {(value ?? []).map((link) => (
        <div key={link.token} data-line={link.token}>
          <LinkLine
            uid={uid}
            link={link}
            now={now}
            head={<h3 dir="auto">{link.name || nowhere}</h3>}
            onChanged={again}
            onRevoke={() => setRevoking(link)}
          />
        </div>
      ))}
      {revoking ? (
        <RevokeDialog link={revoking} onRevoked={again} onClose={() => setRevoking(undefined)} />
      ) : null}
    </div>
  );
}
