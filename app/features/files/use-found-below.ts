/** A search through all of a folder that somebody else shares: the server has what no browser has seen yet. */
import { useEffect, useMemo, useState } from "react";
import { findBelow } from "#app/live/drive/people-api.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import type { FoundBelow } from "#lib/drive/people.ts";
import { sentenceOf } from "./sentence-of.ts";
import type { DriveSource } from "./source.ts";

export type Found = {
  /** In no order; the same array until it changes. */
  nodes: readonly DriveNode[];
  /** False: the server stopped at some. */
  isAll: boolean;
  isLoading: boolean;
  /** A sentence. */
  problem: string | undefined;
  again: () => void;
  /** "Trip / Photos" */
  placeOf: (id: string) => string;
  /** Knows what was found, too. */
  source: DriveSource;
};

type Answer = { words: string; tries: number; found?: FoundBelow; problem?: string };

/** Who types is not asked about after each letter. */
const pauseMs = 250;
const none: readonly DriveNode[] = [];

/** @param source looked through anew when it changes @param top undefined: one's own, which needs no server */
export function useFoundBelow(
  source: DriveSource,
  top: string | undefined,
  words: string,
): Found | undefined {
  const asked = words.trim();
  const [answer, setAnswer] = useState<Answer>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (top === undefined || asked === "") return;
    const life = new AbortController();
    const find = async () => {
      try {
        const below = { owner: source.owner, id: top, words: asked };
        const found = await findBelow(below, life.signal);
        setAnswer({ words: asked, tries, found });
      } catch (error) {
        if (life.signal.aborted) return;
        setAnswer({
          words: asked,
          tries,
          problem: sentenceOf(error, "This folder was not searched"),
        });
      }
    };
    const timer = setTimeout(() => void find(), pauseMs);
    return () => {
      clearTimeout(timer);
      life.abort();
    };
  }, [source, top, asked, tries]);
  return useMemo(() => {
    if (top === undefined || asked === "") return undefined;
    const isHere = answer?.words === asked && answer.tries === tries;
    return {
      nodes: answer?.found?.nodes ?? none,
      isLoading: !isHere,
      isAll: answer?.found?.isAll !== false,
      problem: isHere ? answer.problem : undefined,
      again: () => setTries((before) => before + 1),
      ...placesOf(source, answer?.found),
    };
  }, [source, top, asked, answer, tries]);
}

function placesOf(source: DriveSource, found: FoundBelow | undefined) {
  const known = new Map(found?.nodes.map((node) => [node.id, node]));
  const nodeOf = (id: string) => source.nodeOf(id) ?? known.get(id);
  const pathOf = (id: string) => found?.paths[nodeOf(id)?.parent ?? ""] ?? source.pathOf(id);
  return {
    placeOf: (id: string) =>
      pathOf(id)
        .map(({ name }) => name)
        .join(" / "),
    source: { ...source, nodeOf, pathOf },
  };
}
