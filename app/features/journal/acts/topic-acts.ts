/** Tags and people. */
import { randomId } from "#app/live/random-id.ts";
import { tellRefusal } from "#app/parts/tool-frame/toasts.ts";
import { longest, roomProblem } from "#lib/journal/limits.ts";
import { quoted } from "#lib/quoted.ts";
import { type ActParts, madeOf, setOf } from "./change-parts.ts";
import type { JournalActs, TopicKind } from "./journal-acts.ts";

export function createTopicActs({ store, run }: ActParts): JournalActs["topics"] {
  const nameOf = (journal: string, kind: TopicKind, id: string) =>
    quoted(store.topic(kind, journal, id)?.name ?? "");
  return {
    named(journal, kind, name) {
      const text = name.trim().replace(/\s+/g, " ").slice(0, longest.name);
      if (text === "") return undefined;
      const there = store.topics(kind, journal).find((one) => isSame(one.name, text));
      if (there) return there.id;
      const problem = roomProblem(kind, store.room(journal)?.records.all(kind).size ?? 0, 1);
      tellRefusal(problem);
      if (problem !== undefined) return undefined;
      const id = randomId();
      run(`Add ${quoted(text)}`, madeOf(journal, kind, id, { name: { v: text } }));
      return id;
    },
    rename(journal, kind, id, name) {
      const text = name.slice(0, longest.name);
      if (store.topic(kind, journal, id)?.name === text) return;
      const words = `Rename ${nameOf(journal, kind, id)}`;
      run(words, [setOf(journal, kind, id, "name", { v: text })], `${kind} ${id}`);
    },
    colour(journal, kind, id, colour) {
      const words = `Change the colour of ${nameOf(journal, kind, id)}`;
      run(words, [setOf(journal, kind, id, "colour", { v: colour })]);
    },
    remove(journal, kind, id) {
      const change = setOf(journal, kind, id, "gone", { v: true });
      return run(`Delete ${nameOf(journal, kind, id)}`, [change]);
    },
  };
}

function isSame(one: string, other: string): boolean {
  return one.localeCompare(other, "en", { sensitivity: "accent" }) === 0;
}
