/** Tags and people that fit what is typed. */
import { foldText } from "#lib/fold-text.ts";

export type Named = { id: string; name: string };

export type TopicChoices<Topic> = {
  /** Those that begin so first, as many as are shown. */
  found: readonly Topic[];
  /** The one that is called as it is typed. */
  exact: Topic | undefined;
  /** What is typed would be a new one; empty: it is there, or nothing is typed. */
  added: string;
};

const mostShown = 8;

/** @param all by name, as they are offered @param isOn those that are chosen already: they are not offered */
export function topicChoices<Topic extends Named>(
  all: readonly Topic[],
  isOn: (id: string) => boolean,
  typed: string,
): TopicChoices<Topic> {
  const name = typed.trim().replace(/\s+/g, " ");
  const wanted = foldText(name);
  const free = all.filter(({ id }) => !isOn(id));
  const begins = free.filter((one) => foldText(one.name).startsWith(wanted));
  const has = free.filter((one) => {
    const folded = foldText(one.name);
    return folded.includes(wanted) && !folded.startsWith(wanted);
  });
  const isExact = (one: Topic) => foldText(one.name) === wanted;
  return {
    found: [...begins, ...has].slice(0, mostShown),
    exact: wanted === "" ? undefined : free.find(isExact),
    added: wanted === "" || all.some(isExact) ? "" : name,
  };
}
