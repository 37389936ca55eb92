/** Tags and people of one journal as those of another: by their names, and made where there is none of that name. */
import { randomId } from "#app/live/random-id.ts";
import type { Change, Records } from "#app/live/records/records.ts";
import { topicKey } from "#lib/journal/exchange/topics-found.ts";
import { textIn } from "#lib/journal/item-parts.ts";
import { isDeleted } from "#lib/journal/shape.ts";
import { madeAs } from "./made-as.ts";

type Place = { records: Pick<Records, "all"> };
type Kind = "tags" | "people";

export type MovedTopics = {
  /** `KIND/ID` of the one to the id in the other. */
  ids: ReadonlyMap<string, string>;
  /** Of the other journal: those that it has not. */
  made: Change[];
};

/** @param wanted `KIND/ID`; without it, all that are not deleted */
export function movedTopics(from: Place, to: Place, wanted?: ReadonlySet<string>): MovedTopics {
  const ids = new Map<string, string>();
  const made: Change[] = [];
  for (const kind of ["tags", "people"] as const) {
    const there = namesIn(to, kind);
    for (const [id, item] of from.records.all(kind)) {
      const name = textIn(item, "name");
      const key = `${kind}/${id}`;
      if (name === "" || isDeleted(kind, item) || (wanted && !wanted.has(key))) continue;
      let own = there.get(topicKey(name));
      if (own === undefined) {
        own = randomId();
        const colour = item.registers["colour"]?.value;
        made.push(...madeAs(kind, own, { name: { v: name }, ...(colour && { colour }) }));
        there.set(topicKey(name), own);
      }
      ids.set(key, own);
    }
  }
  return { ids, made };
}

function namesIn({ records }: Place, kind: Kind): Map<string, string> {
  const names = new Map<string, string>();
  for (const [id, item] of records.all(kind)) {
    if (!isDeleted(kind, item)) names.set(topicKey(textIn(item, "name")), id);
  }
  return names;
}

/** @param words ids, with a space between @returns those of the other journal */
export function topicsOf({ ids }: MovedTopics, kind: Kind, words: string): string {
  const own = words.split(" ").flatMap((id) => ids.get(`${kind}/${id}`) ?? []);
  return [...new Set(own)].join(" ");
}

export function topicKeysOf(entry: {
  tags: readonly string[];
  people: readonly string[];
}): ReadonlySet<string> {
  const of = (kind: Kind) => entry[kind].map((id) => `${kind}/${id}`);
  return new Set([...of("tags"), ...of("people")]);
}
