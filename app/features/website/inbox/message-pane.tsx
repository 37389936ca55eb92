/** One message whole, its replies, and what can be done with it. */
import { Badge, Button } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { callApi } from "#app/live/api.ts";
import { LinkedText } from "#app/parts/linked-text/linked-text.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { minuteOf } from "#app/parts/tool-frame/when.ts";
import { problemText } from "#app/session/problem-text.ts";
import { maxReplyLength } from "#lib/inbox.ts";
import type { InboxAct, InboxRow, InboxThread, InboxWays } from "#lib/inbox.ts";
import { replyStates } from "./inbox-words.ts";
import { StrandedReply } from "./kept-replies.tsx";
import { ReplyForm } from "./reply-form.tsx";
import { joined, useKeptReply } from "./use-kept-reply.ts";

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

  const reply = useKeptReply(id);
  function writeAgain(text: string): void {
    const both = joined(reply.written?.text ?? "", text);
    if (both.length > maxReplyLength) {
      tellProblem("There is no room for it below what you have written. Send that first.");
      return;
    }
    reply.type(both, value?.email ?? "");
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

  const back = (
    <Button variant="subtle" className="message-back" onClick={onClose}>
      Back to the list
    </Button>
  );
  if (value === undefined) {
    if (problem === undefined) return <SkeletonRows rows={4} />;
    return (
      <>
        {back}
        <ProblemNote text={problem} onRetry={() => void refresh()} />
        <StrandedReply message={id} />
      </>
    );
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
        {back}
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
      <p className="message-text">
        <LinkedText text={message} />
      </p>
      {replies.length === 0 ? null : (
        <ol className="message-replies" aria-label="Replies">
          {replies.map((sent) => (
            <li key={sent.id}>
              <p className="message-from">
                <b>
                  <bdi>{sent.byName === "" ? "You" : sent.byName}</bdi>
                </b>
                <time dateTime={sent.at}>{minuteOf(sent.at)}</time>
                <output className="reply-state" data-state={sent.state}>
                  {replyStates[sent.state]}
                </output>
              </p>
              <p className="message-text">
                <LinkedText text={sent.text} />
              </p>
              {ways.sends && (sent.state === "failed" || sent.state === "unknown") ? (
                <Button variant="default" onClick={() => writeAgain(sent.text)}>
                  Take it up again
                </Button>
              ) : null}
            </li>
          ))}
        </ol>
      )}
      {ways.sends ? (
        <ReplyForm
          message={id}
          reply={reply}
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
        <>
          <p className="message-ways">{ways.why}</p>
          <StrandedReply message={id} />
        </>
      )}
    </article>
  );
}
