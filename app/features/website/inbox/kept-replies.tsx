/** Replies that were written and never sent, wherever their messages are now. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { KeptReply } from "#app/live/kept-replies.ts";
import { offerUndo, tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { useKeptReplies } from "./use-kept-reply.ts";

/** Of other messages than the one that is open. */
export function OtherKeptReplies({
  openedId,
  onOpen,
}: {
  openedId: string | undefined;
  onOpen: (id: string) => void;
}) {
  const { replies, ...acts } = useKeptReplies();
  const others = replies.filter(({ message }) => message !== openedId);
  if (others.length === 0) return null;
  return (
    <section className="kept-replies" aria-labelledby="kept-replies-title">
      <h3 id="kept-replies-title">
        {others.length === 1 ? "1 reply is not sent" : `${others.length} replies are not sent`}
      </h3>
      <ul>
        {others.map((reply) => (
          <li key={reply.message}>
            <p className="message-excerpt">
              To <bdi>{reply.to}</bdi>: <bdi>{reply.text}</bdi>
            </p>
            <Button variant="default" onClick={() => onOpen(reply.message)}>
              Go on writing
            </Button>
            <Discard reply={reply} {...acts} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Of a message that cannot be answered here: it is gone, or no mail can be sent. */
export function StrandedReply({ message }: { message: string }): ReactNode {
  const { replies, ...acts } = useKeptReplies();
  const reply = replies.find((one) => one.message === message);
  if (reply === undefined) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(reply.text);
      tell("Reply copied");
    } catch {
      tellProblem("The reply could not be copied. Select it and copy it by hand.");
    }
  };
  return (
    <section className="kept-replies" aria-label="Your reply that is not sent">
      <p>
        Your reply to <bdi>{reply.to}</bdi> is not sent and stands in this browser only:
      </p>
      <p className="message-text">{reply.text}</p>
      <p className="message-acts">
        <Button variant="default" onClick={() => void copy()}>
          Copy reply
        </Button>
        <Discard reply={reply} {...acts} />
      </p>
    </section>
  );
}

function Discard({
  reply,
  drop,
  takeBack,
}: { reply: KeptReply } & Omit<ReturnType<typeof useKeptReplies>, "replies">) {
  const discard = async () => {
    await drop(reply);
    offerUndo({
      text: "Reply discarded",
      undo: () => takeBack(reply),
      about: [`reply ${reply.message}`],
    });
  };
  return (
    <Button
      variant="default"
      color="red"
      onClick={() => {
        discard().catch(() => tellProblem("The reply could not be discarded. Try it again."));
      }}
    >
      Discard
    </Button>
  );
}
