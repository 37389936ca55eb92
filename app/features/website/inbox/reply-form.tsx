/** An answer to a message. What is typed stays in this browser until it is sent, or the account signs out. */
import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import type { Ref } from "react";
import { callApi } from "#app/live/api.ts";
import { problemText } from "#app/session/problem-text.ts";
import { maxReplyLength } from "#lib/inbox.ts";
import type { InboxThread } from "#lib/inbox.ts";
import type { KeptReplyOf } from "./use-kept-reply.ts";

export function ReplyForm({
  message,
  reply: { written, isKept, type, drop },
  to,
  field,
  onSent,
}: {
  message: string;
  reply: KeptReplyOf;
  to: string;
  field: Ref<HTMLTextAreaElement>;
  onSent: (thread: InboxThread) => void;
}) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function send(): Promise<void> {
    if (isBusy || written === undefined) return;
    const { text, key } = written;
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
      drop(written);
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
        // What is typed while it is sent would be in no reply, and before it is known what is kept, in its place.
        readOnly={isBusy || written === undefined}
        value={written?.text ?? ""}
        error={problem}
        onChange={({ currentTarget }) => type(currentTarget.value, to)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
        }}
      />
      <output>
        {isKept
          ? null
          : "This browser cannot keep your reply, so it is only in this tab. Leave it open until the reply is sent."}
      </output>
      <Button type="submit" loading={isBusy}>
        Send reply
      </Button>
    </form>
  );
}
