/** Mail that waits to be sent, or, where the server sends none, to be handed on by an admin. Its codes are masked. */
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { useAnswer } from "../use-answer.ts";
import { When } from "../when.tsx";

type Outbox = {
  sends: boolean;
  total: number;
  mails: {
    id: string;
    to: string;
    subject: string;
    text: string;
    createdAt: number;
    expiresAt: number;
  }[];
};

export function MailTab() {
  const { value, problem, refresh } = useAnswer<Outbox>("/api/mail/outbox");
  if (value === undefined) {
    if (problem === undefined) return <SkeletonRows rows={4} />;
    return <ProblemNote text={problem} onRetry={refresh} />;
  }
  const { sends, total, mails } = value;
  return (
    <>
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={refresh} />}
      <p className="lead-note">
        {sends
          ? "These wait for the mail server, which is tried again by itself."
          : "This server has no mail server, so it sends nothing. For somebody who asks, make a password-reset link in their account, or read the mail with the command foyer mail on the server."}
      </p>
      {mails.length === 0 ? (
        <EmptyRoom
          title="No mail waits"
          text={
            sends
              ? "What was asked for has been sent."
              : "What somebody asks for stands here, until its links run out."
          }
        />
      ) : null}
      <ul className="plain-list rows">
        {mails.map(({ id, to, subject, text, createdAt, expiresAt }) => (
          <li key={id}>
            <details>
              <summary>
                {subject}, to <bdi>{to}</bdi>
              </summary>
              <pre className="mail-text">{text}</pre>
            </details>
            <span className="faint">
              From <When at={createdAt} withTime />, good until <When at={expiresAt} withTime />
            </span>
          </li>
        ))}
      </ul>
      {total > mails.length ? <p className="faint">And {total - mails.length} more.</p> : null}
    </>
  );
}
