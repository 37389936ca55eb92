/**
 * What a client is told while writes of its own are not answered yet. The SDK takes back what it has shown of a write
 * when the answer comes, and looks at the written place only (SDK: ViewProcessor.ackUserWrite). A leaf above that place,
 * which another write has put there and which is told already, would be lost: it is told again after the answer.
 */
import type { DatabasePath } from "../rules/index.ts";
import type { Listen, Told } from "./listen.ts";
import { isWithin } from "./path.ts";
import { isLeafText } from "./value.ts";

type Early = { listen: Listen; part: DatabasePath };

/** @param tellAgain reads this part below the listen's path again and tells it. */
export function createOwnWrites(tellAgain: (listen: Listen, part: DatabasePath) => void) {
  const underWay = new Set<readonly DatabasePath[]>();
  let early: Early[] = [];

  const isAboveOwn = ({ listen, part }: Early): boolean => {
    const leaf = [...listen.path, ...part];
    const isBelow = (path: DatabasePath) => path.length > leaf.length && isWithin(path, leaf);
    return [...underWay].some((paths) => paths.some(isBelow));
  };

  return {
    /** Returns what is to be called when the writes at these paths have been answered. */
    begin(paths: readonly DatabasePath[]): () => void {
      underWay.add(paths);
      return () => {
        underWay.delete(paths);
        const answered = early.filter((one) => !isAboveOwn(one));
        early = early.filter(isAboveOwn);
        for (const { listen, part } of answered) tellAgain(listen, part);
      };
    },
    told(listen: Listen, { parts }: Told): void {
      if (underWay.size === 0) return;
      for (const { at, text } of parts) {
        if (!isLeafText(text)) continue;
        const one = { listen, part: at.split("/").filter((key) => key !== "") };
        if (isAboveOwn(one)) early.push(one);
      }
    },
  };
}
