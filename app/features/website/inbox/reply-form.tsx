/** An answer to a message. What is typed stays in this browser until it is sent, or the account signs out. */
import { Button, Textarea } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { Ref } from "react";
import { callApi } from "#app/live/api.ts";
import { keepReply, readReply } from "#app/live/kept-replies.ts";
import { problemText } from "#app/session/problem-text.ts";
import { useSession } from "#app/session/session.ts";
import { maxReplyLength } from "#lib/inbox.ts";
import type { InboxThread } from "#lib/inbox.ts";

export function ReplyForm({
  message,
  again,
  to,
  field,
  onSent,
}: {
  message: string;
  /** What a reply that failed said. */
  again: string | undefined;
  to: string;
  field: Ref<HTMLTextAreaElement>;
  onSent: (thread: InboxThread) => void;
}) {
  const uid = useSession().user?.uid ?? "";
  const [text, setText] = useState(again ?? "");
  const isTyped = useRef(again !== undefined);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    let isOver = false;
    const takeUp = async () => {
      const kept = await readReply(uid, message);
      if (!isOver && !isTyped.current) setText(kept);
    };
    takeUp().catch(() => {
      // This browser keeps nothing: it is typed anew after a reload.
    });
    return () => {
      isOver = true;
    };
  }, [uid, message]);

  function type(value: string): void {
    isTyped.current = true;
    setText(value);
    keepReply(uid, message, value).catch(() => {
      // See above.
    });
  }

  async function send(): Promise<void> {
    if (isBusy) return;
    if (text.trim() === "") {
      setProblem("Write something first.");
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      // The same key again is the same reply: an answer that was lost does not send it twice.
      const thread = await callApi<InboxThread>("POST", "/api/inbox/reply", {
        id: message,
        key,
        text,
      });
      setKey(crypto.randomUUID());
      type("");
      onSent(thread);
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      className="reply-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Textarea
        ref={field}
        label="Reply"
        description={
          <>
            Mailed to <bdi>{to}</bdi> with the message beneath. An answer comes to your own mail.
          </>
        }
        autosize
        minRows={4}
        maxRows={16}
        maxLength={maxReplyLength}
        // What is typed while it is sent would be in no reply.
        readOnly={isBusy}
        value={text}
        error={problem}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
        }}
      />
      <Button type="submit" loading={isBusy}>
        Send reply
      </Button>
    </form>
  );
}
