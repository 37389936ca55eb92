/** Tags and people that entries name, each once. */
import { hashOf } from "../../records/hash-of.ts";
import { firstWords } from "../gist.ts";
import { longest } from "../limits.ts";
import type { FoundTopic } from "./found.ts";

export type TopicsFound = {
  /** The same for the same name, in whatever case and import. Undefined: that is no name. */
  idOf(kind: FoundTopic["kind"], name: unknown): string | undefined;
  /** Ids of all that are names, each once. */
  idsOf(kind: FoundTopic["kind"], names: readonly unknown[]): string[];
  all(): FoundTopic[];
};

export function createTopicsFound(): TopicsFound {
  const found = new Map<string, FoundTopic>();

  function idOf(kind: FoundTopic["kind"], given: unknown): string | undefined {
    const name = typeof given === "string" ? firstWords(given, longest.name) : "";
    if (name === "") return undefined;
    const id = `${kind === "tags" ? "tag" : "person"}-${hashOf(topicKey(name))}`;
    if (!found.has(id)) found.set(id, { kind, id, registers: { name: { v: name } } });
    return id;
  }

  return {
    idOf,
    idsOf(kind, names) {
      return [...new Set(names.flatMap((name) => idOf(kind, name) ?? []))];
    },
    all: () => [...found.values()],
  };
}

/** Names that are the same but for their case. Marks stay: without them words of many languages would be one. */
export function topicKey(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}
