/** A message as it is typed, `@Ann`, and as it is sent, `@[Ann](uid)`. */
import { partsOf } from "#app/parts/mentions/mentions.ts";

type Person = { uid: string; name: string };

const stored = /@\[([^\]\n]{1,80})\]\(([\w-]{1,128})\)/gu;

/** @param chosen of several with the same name, who was chosen */
export function toSent(
  text: string,
  people: readonly Person[],
  chosen: ReadonlySet<string>,
): string {
  // A name with a bracket could not be read again.
  const named = people.filter(({ name }) => name !== "" && !/[\][\n]/u.test(name));
  const parts = partsOf(
    text,
    named.map(({ name }) => name),
  );
  return parts
    .map((part, at) => {
      if (at % 2 === 0) return part;
      const same = named.filter(({ name }) => part === `@${name}`);
      const one = same.find(({ uid }) => chosen.has(uid)) ?? same[0];
      return one ? `@[${one.name}](${one.uid})` : part;
    })
    .join("")
    .trim();
}

export function toTyped(text: string): { text: string; chosen: Set<string> } {
  const chosen = new Set(Array.from(text.matchAll(stored), ([, , uid]) => uid!));
  return { text: text.replaceAll(stored, "@$1"), chosen };
}
