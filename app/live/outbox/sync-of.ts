import type { OutboxEntry, Sync } from "./outbox.ts";

const noRoom =
  "This browser cannot keep your changes, so they are only in this tab. Leave it open until they are saved.";

export const unreachable =
  "The server could not be reached, so your last changes are only in this browser. They are sent once it answers.";

type Is = (entry: OutboxEntry) => boolean;

/** What is said of some entries. @param isUnheard no answer is to be had */
export function syncOf(all: readonly OutboxEntry[], isKept: Is, isUnheard: Is): Sync {
  const some = all.filter(({ refused }) => !refused?.isAside);
  const text = some.find(({ refused }) => refused !== null)?.refused?.text;
  if (text !== undefined || !all.every(isKept)) return { failed: text ?? noRoom };
  if (some.length === 0) return "saved";
  return some.some(isUnheard) ? "offline" : "saving";
}
