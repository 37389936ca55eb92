/** Lines of a history: days, the first one that is new, and messages, those of one writer together. */
import type { ShownMessage } from "#app/live/chat/shown.ts";
import { aiUid } from "#lib/ai/limits.ts";

export type Row =
  | { kind: "day"; id: string; at: number }
  | { kind: "new"; id: string }
  /** isHead: it has its writer's name and the time. */
  | { kind: "message"; id: string; shown: ShownMessage; isHead: boolean };

const togetherMs = 5 * 60_000;

/**
 * @param newFrom the number of the last one that was read; what they wrote themselves is not new
 * @param isChat it is one with the AI alone
 */
export function rowsOf(
  messages: readonly ShownMessage[],
  { newFrom, uid, isChat = false }: { newFrom: number; uid: string; isChat?: boolean },
): Row[] {
  const rows: Row[] = [];
  let before: ShownMessage | undefined;
  let day = "";
  let isNewSaid = (messages[0]?.n ?? 0) > newFrom + 1;
  for (const shown of messages) {
    const { message, n } = shown;
    // With the AI alone nobody misses what was asked anew.
    if (isChat && message.gone && !message.thread) continue;
    const dayHere = dayOf(message.at);
    const isNewDay = dayHere !== day;
    if (isNewDay) rows.push({ kind: "day", id: `day ${dayHere}`, at: message.at });
    day = dayHere;
    // Where what was read is not in sight, nobody sees where the new begins.
    const isKnown = before !== undefined || n === newFrom + 1;
    const isNew =
      !isChat && !isNewSaid && isKnown && n !== undefined && n > newFrom && message.by !== uid;
    if (isNew) {
      isNewSaid = true;
      // At the beginning of all there is nothing that it would stand behind.
      if (newFrom > 0) rows.push({ kind: "new", id: "new" });
    }
    const isHead =
      isNewDay ||
      (isNew && newFrom > 0) ||
      before === undefined ||
      before.message.by !== message.by ||
      message.by === aiUid ||
      before.message.note !== undefined ||
      message.note !== undefined ||
      message.quote !== undefined ||
      message.at - before.message.at > togetherMs;
    rows.push({ kind: "message", id: `message ${shown.id}`, shown, isHead });
    before = shown;
  }
  return rows;
}

function dayOf(at: number): string {
  return new Date(at).toDateString();
}

/** What makes the list keep its place from the end: rows came before those that were there, and none went. */
export function cameBefore(before: readonly Row[], now: readonly Row[]): boolean {
  const first = before.find(({ kind }) => kind === "message")?.id;
  const isFirst = now.find(({ kind }) => kind === "message")?.id === first;
  return first !== undefined && !isFirst && now.some(({ id }) => id === first);
}
