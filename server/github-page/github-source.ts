/**
 * What GitHub says of one person: with a token by its GraphQL API, which knows the calendar and what is pinned, without
 * one by its REST API.
 */
import * as z from "zod/mini";
import type { OutgoingFetch } from "../outgoing/outgoing-fetch.ts";
import type { ProfileSource } from "../profile-snapshots/profile-source.ts";
import { createAskGitHub } from "./ask-github.ts";
import { readByGraphQl } from "./read-by-graphql.ts";
import { measuredRepositories, readByRest } from "./read-by-rest.ts";

const memoryOf = z.object({
  /** What one API left out the other would never bring back. */
  way: z.enum(["graphql", "rest"]),
  etags: z.record(z.string(), z.string()),
  measured: measuredRepositories,
});

export function createGitHubSource(deps: {
  fetch: OutgoingFetch;
  /** FOYER_GITHUB_TOKEN. */
  token: string | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Of one question. */
  timeoutMs?: number;
}): ProfileSource<"github"> {
  const { token, now } = deps;
  const ask = createAskGitHub(deps);
  const way = token === undefined ? "rest" : "graphql";
  return {
    id: "github",
    name: "GitHub",
    userOf: ({ login }) => login,
    async read(login, { before, signal }) {
      const kept = z.safeParse(memoryOf, before?.memory).data;
      const known = kept?.way === way ? kept : undefined;
      const reading = {
        login,
        etags: { ...known?.etags },
        before: known && before?.snapshot,
        signal,
      };
      if (way === "graphql") {
        const snapshot = await readByGraphQl(ask, reading, new Date(now()));
        return { snapshot, memory: { way, etags: reading.etags, measured: [] } };
      }
      const { said, measured } = await readByRest(ask, reading, known?.measured ?? []);
      return { snapshot: said, memory: { way, etags: reading.etags, measured } };
    },
  };
}
