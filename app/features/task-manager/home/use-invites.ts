import { useEffect } from "react";
import { ownBoards } from "#app/live/board-api.ts";
import type { OwnBoards } from "#lib/boards/api.ts";
import { useAnswer } from "../use-answer.ts";
import type { Answer } from "../use-answer.ts";

/** Invites to who is signed in: asked for at once, and when somebody comes back to the page. */
export function useInvites(): Answer<OwnBoards> {
  const answer = useAnswer(ownBoards);
  const { again } = answer;
  useEffect(() => {
    const back = () => document.visibilityState === "visible" && again();
    document.addEventListener("visibilitychange", back);
    return () => document.removeEventListener("visibilitychange", back);
  }, [again]);
  return answer;
}
