/** What is done with entries. */
import { randomId } from "#app/live/random-id.ts";
import { UnsentError } from "#app/live/outbox/outbox.ts";
import { tellRefusal } from "#app/parts/tool-frame/toasts.ts";
import type { Mood } from "#lib/journal/days.ts";
import { gistOf } from "#lib/journal/gist.ts";
import type { EntryText } from "#lib/journal/journal-items.ts";
import { longest, mostTopics, roomProblem } from "#lib/journal/limits.ts";
import { moodWord } from "#lib/journal/moods.ts";
import type { Parts } from "#lib/records/register.ts";
import { whenNow } from "../store/journal-context.ts";
import type { EntryKey, JournalEntry } from "../store/journal-store.ts";
import { keyOf, partsOf } from "../store/room-index.ts";
import { type ActParts, type JournalChange, madeOf, setOf, wordsWith } from "./change-parts.ts";
import type { JournalActs, NewEntry } from "./journal-acts.ts";
import { revisionChanges, sittingMs } from "./keep-revision.ts";
import { entriesWord, nameOf } from "./words.ts";

/** What is written anew in a moment is no loss. */
const fewWords = 10;

const unloaded =
  "Nothing was deleted: the site could not be reached. Try again once there is a connection.";

export function createEntryActs(parts: ActParts): JournalActs["entries"] {
  const { store, run, write, offer, now } = parts;
  const known = (keys: readonly EntryKey[]) => keys.flatMap((key) => store.entry(key) ?? []);
  const named = (entries: readonly JournalEntry[]) =>
    entries.length === 1 ? nameOf(entries[0]) : entriesWord(entries.length);

  /** Its own registers; of one that is only begun also those that make it. */
  function written(entry: JournalEntry, registers: Record<string, Parts>): JournalChange[] {
    const { key, journal, id } = entry;
    if (!store.isBegun(key)) {
      return Object.entries(registers).map(([register, value]) =>
        setOf(journal, "entries", id, register, value),
      );
    }
    store.endBegun(key);
    return madeOf(journal, "entries", id, { ...madeWith(entry), ...registers });
  }

  function hasRoom(journal: string): boolean {
    const { size = 0 } = store.room(journal)?.records.all("entries") ?? {};
    const problem = roomProblem("entries", size, 1);
    tellRefusal(problem);
    return problem === undefined;
  }

  /** What the entry that is written in had when it had most words, since something of it was kept. */
  let fullest: { key: EntryKey; words: number; text: EntryText } | undefined;
  // Nothing of a journal that was locked stays in memory.
  store.subscribe("rooms", () => {
    if (fullest && !store.room(partsOf(fullest.key).journal)) fullest = undefined;
  });

  /** What stood there is kept: before somebody begins anew, and where most of it goes, at once or letter by letter. */
  function keepFormer(entry: JournalEntry, text: EntryText, words: number, isAsked: boolean) {
    const { key } = entry;
    const isAnew = isAsked || now() - text.t / 1000 >= sittingMs;
    const isLess = fullest?.key === key && fullest.words > entry.words;
    const most = fullest && isLess ? fullest : { key, words: entry.words, text };
    const isLost = most.words >= fewWords && words < most.words / 2;
    if (isAnew) write(revisionChanges(entry, text));
    else if (isLost) write(revisionChanges(entry, most.text));
    fullest = isAnew || isLost ? undefined : most;
  }

  /** Its text, and what the head says of it. What was there before is kept first. */
  function textChanges(entry: JournalEntry, doc: string, keeps: "sitting" | "always") {
    const { key, journal, id } = entry;
    const text = store.text(key);
    const isNew = store.isBegun(key) || text === undefined || text.t === 0;
    const gist = gistOf(doc);
    if (text) keepFormer(entry, text, gist.words, keeps === "always");
    const changes = isNew
      ? madeOf(journal, "texts", id, { doc: { v: doc } })
      : [setOf(journal, "texts", id, "doc", { v: doc })];
    return { head: { gist: { ...gist } }, changes };
  }

  return {
    add(entry) {
      const key = begin(entry);
      const begun = key === undefined ? undefined : store.entry(key);
      if (!begun) return undefined;
      const { title = "", doc = "" } = entry;
      const text = doc === "" ? undefined : textChanges(begun, doc, "sitting");
      const head = written(begun, {
        ...(title !== "" && { title: { v: title.slice(0, longest.title) } }),
        ...text?.head,
      });
      run("Add an entry", [...head, ...(text?.changes ?? [])]);
      return key;
    },
    begin,
    title(key, title) {
      const entry = store.entry(key);
      if (!entry || entry.title === title) return undefined;
      const changes = written(entry, { title: { v: title.slice(0, longest.title) } });
      return run(`Write the title of ${nameOf(entry)}`, changes, `title ${key}`);
    },
    text(key, doc) {
      const entry = store.entry(key);
      if (!entry || (store.text(key)?.doc ?? "") === doc) return undefined;
      const { head, changes } = textChanges(entry, doc, "sitting");
      return run(`Write in ${nameOf(entry)}`, [...written(entry, head), ...changes], `text ${key}`);
    },
    replace(key, words, { doc, title }, together) {
      const entry = store.entry(key);
      if (!entry) return undefined;
      const { head, changes } = textChanges(entry, doc, "always");
      const titled = title !== undefined && title !== entry.title ? { title: { v: title } } : {};
      return run(words, [...written(entry, { ...head, ...titled }), ...changes], together);
    },
    when(key, when) {
      const entry = store.entry(key);
      if (!entry || (entry.when.v === when.v && entry.when.zone === when.zone)) return;
      run(`Change the day of ${nameOf(entry)}`, written(entry, { when: { ...when } }));
    },
    mood(keys, mood) {
      const entries = known(keys).filter((entry) => entry.mood !== mood);
      const words = mood === 0 ? "No mood" : moodWord(mood);
      run(
        `${words} for ${named(entries)}`,
        entries.flatMap((entry) => written(entry, { mood: { v: mood } })),
      );
    },
    star(keys, isStarred) {
      const entries = known(keys).filter((entry) => entry.star !== isStarred);
      run(
        `${isStarred ? "Star" : "Take the star from"} ${named(entries)}`,
        entries.flatMap((entry) => written(entry, { star: { v: isStarred } })),
      );
    },
    place(key, place) {
      const entry = store.entry(key);
      if (!entry) return;
      const value: Parts = {
        v: (place?.name ?? "").slice(0, longest.place),
        ...(place?.spot && { lat: place.spot.lat, lon: place.spot.lon }),
      };
      run(`Change the place of ${nameOf(entry)}`, written(entry, { place: value }), `place ${key}`);
    },
    weather(key, weather) {
      const entry = store.entry(key);
      if (!entry) return;
      const { kind = "", temp = null } = weather ?? {};
      const value: Parts = { v: kind, ...(temp !== null && { temp }) };
      run(
        `Change the weather of ${nameOf(entry)}`,
        written(entry, { weather: value }),
        `weather ${key}`,
      );
    },
    topic(keys, kind, id, isOn) {
      const entries = known(keys).filter((entry) => entry[kind].includes(id) !== isOn);
      const isFull = isOn && entries.some((entry) => entry[kind].length >= mostTopics);
      if (isFull) {
        tellRefusal(`An entry has at most ${mostTopics} ${kind}. Nothing was changed.`);
        return false;
      }
      const name = store.topic(kind, entries[0]?.journal ?? "", id)?.name ?? "";
      run(
        isOn ? `Put “${name}” on ${named(entries)}` : `Take “${name}” off ${named(entries)}`,
        entries.flatMap((entry) =>
          written(entry, { [kind]: { v: wordsWith(entry[kind], id, isOn) } }),
        ),
      );
      return true;
    },
    remove(keys) {
      const entries = known(keys).filter(({ isGone, key }) => !isGone && !store.isBegun(key));
      const act = run(
        `Delete ${named(entries)}`,
        entries.map(({ journal, id }) => setOf(journal, "entries", id, "gone", { v: true })),
      );
      offer(`Deleted ${named(entries)}. The trash keeps it for 30 days.`, act);
    },
    restore(keys) {
      const entries = known(keys).filter(({ isGone }) => isGone);
      const act = run(
        `Restore ${named(entries)}`,
        entries.map(({ journal, id }) => setOf(journal, "entries", id, "gone", { v: false })),
      );
      offer(`Restored ${named(entries)}.`, act);
    },
    async purge(keys) {
      const { purgeEntries } = await import("./purge-entries.ts").catch((cause: unknown) => {
        throw new UnsentError(unloaded, { cause });
      });
      return purgeEntries(store, keys);
    },
  };

  function begin(entry: NewEntry): EntryKey | undefined {
    if (!hasRoom(entry.journal)) return undefined;
    const id = newId(now());
    const key = keyOf(entry.journal, id);
    store.begin({
      id,
      key,
      journal: entry.journal,
      when: entry.when ?? whenNow(),
      title: "",
      gist: "",
      words: 0,
      mood: entry.mood ?? 0,
      tags: entry.tags ?? [],
      people: [],
      place: null,
      weather: null,
      star: false,
      revs: [],
      edited: 0,
      isGone: false,
      goneAt: 0,
    });
    return key;
  }
}

/** Of two entries of one minute the later one is the later one, so their ids rise with time. */
function newId(now: number): string {
  return now.toString(36).padStart(9, "0") + randomId().slice(0, 23);
}

/** What makes an entry that is only begun. */
export function madeWith({ when, mood, tags }: JournalEntry): Record<string, Parts> {
  const said: { mood?: Parts; tags?: Parts } = {};
  if (mood !== (0 satisfies Mood)) said.mood = { v: mood };
  if (tags.length > 0) said.tags = { v: tags.join(" ") };
  return { when: { ...when }, ...said };
}
