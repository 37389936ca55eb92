/** What somebody who does not see the room hears of it: how many messages came, never what they say, and not at each one. */
import { useEffect, useRef, useState } from "react";
import type { RoomState } from "#app/live/chat/room-state.ts";

const quietMs = 5000;

/** Their ids. */
function answersTo({ messages }: RoomState, uid: string): string[] {
  const own = messages.filter(({ n, message }) => n !== undefined && message.ai?.for === uid);
  return own.map(({ id }) => id);
}

export function Announce({ state, uid, title }: { state: RoomState; uid: string; title: string }) {
  const [words, setWords] = useState("");
  const said = useRef<number>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The last answer of the AI that was told of. */
  const toldOf = useRef<string>(undefined);
  const now = useRef({ head: state.head, title, answers: answersTo(state, uid) });
  useEffect(() => {
    now.current = { head: state.head, title, answers: answersTo(state, uid) };
    const { head } = state;
    if (!head) return;
    // What is there when somebody comes in is no news, nor is what they write themselves.
    if (said.current === undefined || head.by === uid) said.current = head.n;
    if (head.n <= said.current || timer.current !== undefined) return;
    const say = () => {
      timer.current = undefined;
      const count = (now.current.head?.n ?? 0) - (said.current ?? 0);
      said.current = now.current.head?.n;
      if (count <= 0) return;
      const [last] = now.current.answers.slice(-1);
      if (last !== undefined && last !== toldOf.current) {
        toldOf.current = last;
        if (count === 1) {
          setWords(`The AI has answered you in ${now.current.title}`);
          return;
        }
      }
      const what = count === 1 ? "1 new message" : `${count} new messages`;
      setWords(`${what} in ${now.current.title}`);
    };
    timer.current = setTimeout(say, quietMs);
  }, [state, uid, title]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <p className="unseen" aria-live="polite">
      {words}
    </p>
  );
}
