/** What is written as an answer and not sent, of one message and of all, as any tab of this browser has it last. */
import { useCallback, useEffect, useRef, useState } from "react";
import {
  dropReply,
  isReplyKept,
  keepReply,
  listReplies,
  onReplies,
  readReply,
} from "#app/live/kept-replies.ts";
import type { KeptReply } from "#app/live/kept-replies.ts";
import { randomId } from "#app/live/random-id.ts";
import { useSession } from "#app/session/session.ts";

type Written = Pick<KeptReply, "text" | "key">;

export type KeptReplyOf = {
  /** Undefined until it is known whether there is one. */
  written: Written | undefined;
  /** False: it is in this tab only. */
  isKept: boolean;
  type: (text: string, to: string) => void;
  /** This one was sent, or is not wanted. */
  drop: (written: Written) => void;
};

const nothing = (): Written => ({ text: "", key: randomId() });
const isBlank = ({ text }: Written) => text.trim() === "";

export function useKeptReply(message: string): KeptReplyOf {
  const uid = useSession().user?.uid ?? "";
  const [written, setWritten] = useState<Written>();
  const [isKept, setKept] = useState(true);
  const changes = useRef(0);

  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const before = changes.current;
      const kept = await readReply(uid, message).catch(() => undefined);
      if (isOver) return;
      setKept(isReplyKept(uid, message));
      // What is typed meanwhile is newer.
      if (before !== changes.current) return;
      setWritten((old) => kept ?? (old !== undefined && isBlank(old) ? old : nothing()));
    };
    void read();
    const stop = onReplies((change) => {
      if (change.uid === uid && (change.message ?? message) === message) void read();
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [uid, message]);

  const type = useCallback(
    (text: string, to: string) => {
      changes.current += 1;
      const next = { text, key: randomId() };
      setWritten(next);
      void keepReply(uid, { message, to, ...next });
    },
    [uid, message],
  );

  const drop = useCallback(
    ({ text, key }: Written) => {
      changes.current += 1;
      setWritten((now) => (now === undefined || now.key === key ? nothing() : now));
      dropReply(uid, { message, to: "", text, key }).catch(ignore);
    },
    [uid, message],
  );

  return { written, isKept, type, drop };
}

/** Of all messages, those that are gone too. */
export function useKeptReplies(): {
  replies: readonly KeptReply[];
  drop: (reply: KeptReply) => Promise<void>;
  /** What was dropped; what was written in its place meanwhile stays above it. */
  takeBack: (reply: KeptReply) => Promise<void>;
} {
  const uid = useSession().user?.uid ?? "";
  const [replies, setReplies] = useState<readonly KeptReply[]>([]);
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const kept = await listReplies(uid);
      if (!isOver) setReplies(kept);
    };
    void read();
    const stop = onReplies((change) => {
      if (change.uid === uid) void read();
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [uid]);
  const drop = useCallback((reply: KeptReply) => dropReply(uid, reply), [uid]);
  const takeBack = useCallback(
    async (reply: KeptReply) => {
      const now = await readReply(uid, reply.message);
      const text = joined(now?.text ?? "", reply.text);
      await keepReply(uid, { ...reply, text, key: randomId() });
    },
    [uid],
  );
  return { replies, drop, takeBack };
}

/** Nothing that somebody has written takes the place of something else. */
export function joined(written: string, again: string): string {
  if (written.includes(again)) return written;
  return written.trim() === "" ? again : `${written.trimEnd()}\n\n${again}`;
}

function ignore(): void {
  // What was kept before is shown again, and can be discarded.
}
