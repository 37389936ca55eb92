/** The share links of a file or folder: made, changed, watched and revoked. */
import { Button } from "@mantine/core";
import { useCallback, useId, useMemo, useRef, useState } from "react";
import { makeShareLink, shareLinks } from "#app/live/drive/links-api.ts";
import { useLineFocus } from "#app/parts/lines/use-line-focus.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { useSession } from "#app/session/session.ts";
import { Modal } from "#app/ui/modal.tsx";
import type { DriveNode } from "#lib/drive/node.ts";
import { quoted } from "#lib/quoted.ts";
import type { ShareLink } from "#lib/drive/share-link.ts";
import { useAnswer } from "../people/use-answer.ts";
import { LinkForm } from "./link-form.tsx";
import { LinkLine } from "./link-line.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/drive-links.css";

type Props = { node: Pick<DriveNode, "id" | "name" | "kind">; onClose: () => void };

const words = {
  file: "Whoever has the link downloads this file, without an account. They get its newest version.",
  folder: "Whoever has the link sees and downloads all that is in this folder, without an account.",
};

export function LinksDialog({ node, onClose }: Props) {
  const label = useId();
  const { user } = useSession();
  const uid = user?.uid ?? "";
  const ask = useCallback((signal: AbortSignal) => shareLinks(node.id, signal), [node.id]);
  const { value, problem, again } = useAnswer(uid, ask);
  const [made, setMade] = useState<string>();
  const [isNew, setNew] = useState(false);
  const [revoking, setRevoking] = useState<ShareLink>();
  const [now] = useState(() => Date.now());
  const list = useRef<HTMLDivElement>(null);
  useLineFocus(
    list,
    useMemo(() => (value ?? []).map(({ token }) => token), [value]),
  );
  const isFirst = value?.length === 0;

  return (
    <>
      <Modal label={label} className="modal record-dialog drive-links-dialog" onClose={onClose}>
        <h2 id={label}>Share {quoted(node.name)} by link</h2>
        <p className="faint">{words[node.kind]}</p>
        {problem === undefined ? null : <ProblemNote text={problem} onRetry={again} />}
        {value === undefined && problem === undefined ? <SkeletonRows rows={3} /> : null}
        <div ref={list} className="drive-links">
          {(value ?? []).map((link) => (
            <div key={link.token} data-line={link.token}>
              <LinkLine
                uid={uid}
                link={link}
                now={now}
                takesFocus={made === link.token}
                onChanged={again}
                onRevoke={() => setRevoking(link)}
              />
            </div>
          ))}
        </div>
        {value && (isFirst || isNew) ? (
          <section className="drive-link-new" aria-label="New link">
            <LinkForm
              confirm="Make a link"
              onSave={async (choices) => {
                const link = await makeShareLink(node.id, { password: null, ...choices });
                setMade(link.token);
                setNew(false);
                again();
              }}
              {...(isFirst ? {} : { onCancel: () => setNew(false) })}
            />
          </section>
        ) : null}
        <div className="confirm-buttons">
          {value && !isFirst && !isNew ? (
            <Button variant="default" onClick={() => setNew(true)}>
              Another link
            </Button>
          ) : null}
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </div>
      </Modal>
      {revoking ? (
        <RevokeDialog link={revoking} onRevoked={again} onClose={() => setRevoking(undefined)} />
      ) : null}
    </>
  );
}
