/** One message whole, its replies, and what can be done with it. */
import { Badge, Button } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { callApi } from "#app/live/api.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { minuteOf } from "#app/parts/tool-frame/when.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { InboxAct, InboxRow, InboxThread, InboxWays } from "#lib/inbox.ts";
import { replyStates } from "./inbox-words.ts";
import { LinkedText } from "./linked-text.tsx";
import { ReplyForm } from "./reply-form.tsx";

type Opened = InboxThread & { ways: InboxWays };

const lookAgainMs = 3000;

export function MessagePane({
  id,
  replyField,
  onRun,
  onRead,
  onClose,
  onAnswered,
}: {
  id: string;
  replyField: RefObject<HTMLTextAreaElement | null>;
  onRun: (row: InboxRow, act: InboxAct) => void;
  /** It was unread until now. */
  onRead: (row: InboxRow) => void;
  onClose: () => void;
  onAnswered: (id: string) => void;
}) {
  const read = useCallback(
    (signal: AbortSignal) =>
      callApi<Opened>("GET", `/api/inbox/message?id=${encodeURIComponent(id)}`, undefined, {
        signal,
      }),
    [id],
  );
  const { value, problem, refresh, change } = useFresh(read, problemText);
  const heading = useRef<HTMLHeadingElement>(null);
  const isOpen = value !== undefined;
  useEffect(() => {
    if (isOpen) heading.current?.focus();
  }, [isOpen]);

  // Who opens a message has read it.
  const isMarked = useRef(false);
  useEffect(() => {
    if (value === undefined || isMarked.current) return;
    isMarked.current = true;
    if (!value.read) onRead(value);
  }, [value, onRead]);

  const [form, setForm] = useState<{ count: number; again?: string }>({ count: 0 });
  function writeAgain(text: string): void {
    setForm(({ count }) => ({ count: count + 1, again: text }));
    requestAnimationFrame(() => replyField.current?.focus());
  }

  // Only until the mail server has it.
  const waits = value?.replies.some(({ state }) => state === "waiting") ?? false;
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    if (!waits || looks > 20) return;
    const timer = setTimeout(() => {
      setLooks((count) => count + 1);
      void refresh();
    }, lookAgainMs);
    return () => clearTimeout(timer);
  }, [waits, looks, refresh]);

  if (value === undefined) {
    if (problem === undefined) return <SkeletonRows rows={4} />;
    return <ProblemNote text={problem} onRetry={() => void refresh()} />;
  }
  const { name, email, subject, message, createdAt, flagged, folder, replies, ways } = value;
  const title = subject === "" ? "No subject" : subject;

  async function copyAddress(): Promise<void> {
    try {
      await navigator.clipboard.writeText(email);
      tell("Address copied");
    } catch {
      tellProblem("The address could not be copied. Select it and copy it by hand.");
    }
  }

  return (
    <article className="message" aria-labelledby="message-title">
      <div className="message-acts">
        <Button variant="subtle" className="message-back" onClick={onClose}>
          Back to the list
        </Button>
        {folder === "inbox" ? null : (
          <Button variant="default" onClick={() => onRun(value, { do: "move", folder: "inbox" })}>
            {folder === "spam" ? "Not spam" : "Move to inbox"}
          </Button>
        )}
        {folder === "archive" ? null : (
          <Button variant="default" onClick={() => onRun(value, { do: "move", folder: "archive" })}>
            Archive
          </Button>
        )}
        {folder === "spam" ? null : (
          <Button variant="default" onClick={() => onRun(value, { do: "move", folder: "spam" })}>
            Spam
          </Button>
        )}
        <Button variant="default" onClick={() => onRun(value, { do: "read", read: false })}>
          Mark as unread
        </Button>
        <Button variant="default" color="red" onClick={() => onRun(value, { do: "delete" })}>
          Delete
        </Button>
      </div>
      <h3 id="message-title" ref={heading} tabIndex={-1}>
        <bdi>{title}</bdi>
      </h3>
      <p className="message-from">
        <b>
          <bdi>{name}</bdi>
        </b>{" "}
        <bdi className="message-address">{email}</bdi>
        <Button variant="subtle" size="compact-sm" onClick={() => void copyAddress()}>
          Copy address
        </Button>
        <time dateTime={createdAt}>{minuteOf(createdAt)}</time>
      </p>
      {flagged === "" ? null : (
        <p className="message-flag">
          <Badge color="yellow">May be advertising</Badge> {flagged}
        </p>
      )}
      <LinkedText text={message} />
      {replies.length === 0 ? null : (
        <ol className="message-replies" aria-label="Replies">
          {replies.map((reply) => (
            <li key={reply.id}>
              <p className="message-from">
                <b>
                  <bdi>{reply.byName === "" ? "You" : reply.byName}</bdi>
                </b>
                <time dateTime={reply.at}>{minuteOf(reply.at)}</time>
                <output className="reply-state" data-state={reply.state}>
                  {replyStates[reply.state]}
                </output>
              </p>
              <LinkedText text={reply.text} />
              {ways.sends && (reply.state === "failed" || reply.state === "unknown") ? (
                <Button variant="default" onClick={() => writeAgain(reply.text)}>
                  Take it up again
                </Button>
              ) : null}
            </li>
          ))}
        </ol>
      )}
      {ways.sends ? (
        <ReplyForm
          key={form.count}
          message={id}
          again={form.again}
          to={email}
          field={replyField}
          onSent={(thread) => {
            change((before) => ({ ...before, ...thread }));
            setLooks(0);
            onAnswered(id);
            tell("Reply kept, it is sent now");
          }}
        />
      ) : (
        <p className="message-ways">{ways.why}</p>
      )}
    </article>
  );
}
