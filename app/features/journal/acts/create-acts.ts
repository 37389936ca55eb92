/** The acts of journal-acts.ts. */
import { randomId } from "#app/live/random-id.ts";
import { tellRefusal } from "#app/parts/tool-frame/toasts.ts";
import { createUndoWords } from "#app/parts/undo/tell-undo.ts";
import { longest, roomProblem } from "#lib/journal/limits.ts";
import { journalItemId } from "#lib/journal/shape.ts";
import { quoted } from "#lib/quoted.ts";
import { orderBehind } from "#lib/records/place.ts";
import type { Parts } from "#lib/records/register.ts";
import type { JournalStore } from "../store/journal-store.ts";
import { type ActParts, madeOf, setOf } from "./change-parts.ts";
import { createEntryActs } from "./entry-acts.ts";
import type { JournalActs } from "./journal-acts.ts";
import type { JournalUndo } from "./journal-undo.ts";
import { createTopicActs } from "./topic-acts.ts";

/** @param now milliseconds */
export function createJournalActs(
  store: JournalStore,
  undo: JournalUndo,
  now: () => number = () => Date.now(),
): JournalActs {
  const said = createUndoWords(undo.stack);
  const parts: ActParts = {
    store,
    run: (words, changes, together) =>
      changes.length === 0 ? undefined : undo.run(words, changes, together),
    write: undo.write,
    offer: said.offer,
    now,
  };
  const { run, offer } = parts;
  const nameOf = (journal: string) =>
    quoted(
      [...store.rooms(), ...store.goneRooms()].find((room) => room.journal === journal)?.settings
        .name || "Journal",
    );
  const setJournal = (journal: string, register: string, value: Parts) =>
    setOf(journal, "journal", journalItemId, register, value);

  return {
    entries: createEntryActs(parts),
    topics: createTopicActs(parts),
    templates: createTemplateActs(parts),
    media: {
      write(journal, id, register, text) {
        const words = register === "alt" ? "Describe a photo" : "Write below a photo";
        const value = { v: text.slice(0, longest.caption) };
        run(words, [setOf(journal, "media", id, register, value)], `${register} ${id}`);
      },
      remove(journal, ids) {
        const name = ids.length === 1 ? "a photo" : `${ids.length} photos`;
        const act = run(
          `Delete ${name}`,
          ids.map((id) => setOf(journal, "media", id, "gone", { v: true })),
        );
        offer(`Deleted ${name}. The trash keeps it for 30 days.`, act);
      },
    },
    journals: {
      set(journal, settings) {
        const changes = Object.entries(settingParts(settings)).map(([register, value]) =>
          setJournal(journal, register, value),
        );
        run(`Change ${nameOf(journal)}`, changes, `journal ${journal}`);
      },
      move(journal, to) {
        const others = store.rooms().filter((room) => room.journal !== journal);
        const sorted = others.map((room) => ({ id: room.journal, order: room.settings.order }));
        const order = orderBehind(sorted, to - 1, Math.random);
        run(`Move ${nameOf(journal)}`, [setJournal(journal, "order", { v: order })]);
      },
      remove(journal) {
        const name = nameOf(journal);
        const act = run(`Delete ${name}`, [setJournal(journal, "gone", { v: true })]);
        offer(`Deleted ${name}. The trash keeps it for 30 days.`, act);
      },
      restore(journal) {
        const name = nameOf(journal);
        const act = run(`Restore ${name}`, [setJournal(journal, "gone", { v: false })]);
        offer(`Restored ${name}.`, act);
      },
    },
    run(words, journal, changes, together) {
      const all = changes.map((change) => ({ journal, ...change }));
      return run(words, all, together);
    },
    offer,
    settle: () => undo.stack.settle(),
    undo: (act) => said.undo(act),
    redo: () => said.redo(),
  };
}

type Settings = Parameters<JournalActs["journals"]["set"]>[1];

function settingParts(settings: Settings): Record<string, Parts> {
  const { name, colour, weekStart, hasPrompts, stripPhotos } = settings;
  return {
    ...(name !== undefined && { name: { v: name.slice(0, longest.name) } }),
    ...(colour !== undefined && { colour: { v: colour } }),
    ...(weekStart !== undefined && { week: { v: weekStart === 6 ? "su" : "mo" } }),
    ...(hasPrompts !== undefined && { prompts: { v: hasPrompts } }),
    ...(stripPhotos !== undefined && { stripPhotos: { v: stripPhotos } }),
  };
}

function createTemplateActs({ store, run, offer }: ActParts): JournalActs["templates"] {
  const placed = (journal: string) => store.templates(journal);
  return {
    add(journal, { name, doc }) {
      const there = store.room(journal)?.records.all("templates").size ?? 0;
      const problem =
        roomProblem("templates", there, 1) ??
        (doc.length > longest.template
          ? "This is too long for a template: 20,000 letters are the most."
          : undefined);
      tellRefusal(problem);
      if (problem !== undefined) return undefined;
      const id = randomId();
      const order = orderBehind(placed(journal), placed(journal).length - 1, Math.random);
      const registers = {
        name: { v: name.slice(0, longest.name) },
        doc: { v: doc },
        order: { v: order },
      };
      run(`Add the template ${quoted(name)}`, madeOf(journal, "templates", id, registers));
      return id;
    },
    write(journal, id, register, text) {
      const most = register === "name" ? longest.name : longest.template;
      if (text.length > most && register === "doc") {
        tellRefusal("This is too long for a template: 20,000 letters are the most.");
        return;
      }
      const change = setOf(journal, "templates", id, register, { v: text.slice(0, most) });
      run("Change a template", [change], `template ${register} ${id}`);
    },
    move(journal, id, to) {
      const others = placed(journal).filter((one) => one.id !== id);
      const order = orderBehind(others, to - 1, Math.random);
      run("Move a template", [setOf(journal, "templates", id, "order", { v: order })]);
    },
    remove(journal, id) {
      const name = quoted(placed(journal).find((one) => one.id === id)?.name ?? "");
      const act = run(`Delete the template ${name}`, [
        setOf(journal, "templates", id, "gone", { v: true }),
      ]);
      offer(`Deleted the template ${name}.`, act);
    },
  };
}
