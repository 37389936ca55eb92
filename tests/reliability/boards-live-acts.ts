/** What somebody does with a board, by a seed. */
import type { Change, Records } from "../../app/live/records/records.ts";
import type { Parts } from "../../lib/records/register.ts";
import type { Random } from "../support/seeded-random.ts";
import type { LiveAct } from "./live-device.ts";

const longestText = 300;

/** @param newId of something that only this device makes @param word one that was never typed before */
export function randomBoardAct(
  records: Records,
  random: Random,
  { newId, word, uid }: { newId: () => string; word: () => string; uid: string },
): LiveAct {
  const columns = [...records.all("columns").keys()];
  const cards = [...records.all("cards").keys()];
  if (columns.length === 0) return { changes: [] };
  const placeIn = (column: string): Parts => ({ column, order: `a${random.below(99)}`, by: uid });
  const made = (kind: string, id: string, registers: Record<string, Parts>): Change[] =>
    Object.entries(registers).map(([register, value]) => ({
      kind,
      id,
      register,
      value,
      isNew: true as const,
    }));
  const set = (kind: string, id: string, register: string, value: Parts): LiveAct => ({
    changes: [{ kind, id, register, value }],
  });
  const textOf = (kind: string, id: string, register: string) =>
    String(records.item(kind, id)?.registers[register]?.value["v"] ?? "");
  const write = (kind: string, id: string, register: string): LiveAct => {
    const before = textOf(kind, id, register);
    const isReplaced = before.length > longestText || random.below(3) === 0;
    return set(kind, id, register, { v: isReplaced ? word() : `${before} ${word()}`.trim() });
  };
  const what = random.below(16);
  if (cards.length === 0 || what < 2) {
    const card = { title: { v: word() }, place: placeIn(random.pick(columns)) };
    return { changes: made("cards", newId(), card) };
  }
  const id = random.pick(cards);
  if (what < 5) return set("cards", id, "place", placeIn(random.pick(columns)));
  if (what === 5) return set("cards", id, "archived", { v: random.below(3) > 0 });
  if (what === 6) return set("cards", id, "gone", { v: random.below(3) > 0 });
  if (what === 7) {
    const check = { title: { v: word() }, place: { card: id, order: "a0" } };
    return { changes: made("checks", newId(), check) };
  }
  if (what === 8) {
    const comment = { of: { card: id, by: uid, on: Date.now() }, text: { v: word() } };
    return { changes: made("comments", newId(), comment) };
  }
  if (what === 9) {
    const labels = new Set(textOf("cards", id, "labels").split(" ").filter(Boolean));
    const label = `l${random.below(5)}`;
    if (!labels.delete(label)) labels.add(label);
    return set("cards", id, "labels", { v: [...labels].toSorted().join(" ") });
  }
  if (what === 10) return set("columns", random.pick(columns), "limit", { v: random.below(7) });
  if (what === 11) return { changes: [], also: () => decide(records, random, placeIn) };
  if (what === 12) {
    const checks = [...records.all("checks").keys()];
    if (checks.length > 0) return write("checks", random.pick(checks), "title");
  }
  return write("cards", id, random.pick(["title", "notes"]));
}

/** About what the server has turned back: as it is, or elsewhere. */
function decide(records: Records, random: Random, placeIn: (column: string) => Parts): void {
  const refused = records.refused();
  if (refused.length === 0) return;
  const one = random.pick(refused);
  const isPlaced = one.changes.some(({ register }) => register === "place");
  if (one.kind === "cards" && isPlaced && random.below(2) === 0) {
    one.put("place", placeIn(random.pick([...records.all("columns").keys()])));
  } else one.again();
}
