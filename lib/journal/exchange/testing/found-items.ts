/** All that an import found, in the form that it would be written. */
import type { Parts } from "../../../records/register.ts";
import type { FoundJournal, ReadChoices } from "../found.ts";

export type AllFound = {
  /** By `KIND/ID`. */
  items: Map<string, Readonly<Record<string, Parts>>>;
  files: Map<string, Blob>;
  said: string[];
};

export async function allFound(
  journal: FoundJournal,
  choices: ReadChoices = { zone: "Europe/Berlin", undated: "file" },
): Promise<AllFound> {
  const found: AllFound = { items: new Map(), files: new Map(), said: [...journal.said] };
  const put = (key: string, registers: Readonly<Record<string, Parts>>) => {
    if (found.items.has(key)) throw new Error(`${key} came twice.`);
    found.items.set(key, registers);
  };
  for (const { kind, id, registers } of journal.topics) put(`${kind}/${id}`, registers);
  for await (const { items, files, said } of journal.groups(choices)) {
    for (const { kind, id, registers } of items) put(`${kind}/${id}`, registers);
    for (const { media, blob } of files) found.files.set(media, blob);
    found.said.push(...said);
  }
  return found;
}
