/** What can be done in journals. Each act is one step of the undo stack, which is one for all journals that are open. */
import type { Change } from "#app/live/records/records.ts";
import type { Act } from "#app/parts/undo/undo-stack.ts";
import type { EntryWhen, Mood } from "#lib/journal/days.ts";
import type { Place } from "#lib/journal/entry.ts";
import type { JournalSettings } from "#lib/journal/journal-items.ts";
import type { Weather } from "#lib/journal/weather.ts";
import type { EntryKey } from "../store/journal-store.ts";

export type NewEntry = {
  journal: string;
  /** Now, without it. */
  when?: EntryWhen;
  title?: string;
  /** Rich text as JSON. */
  doc?: string;
  mood?: Mood;
  tags?: readonly string[];
};

export type TopicKind = "tags" | "people";

export type JournalActs = {
  entries: {
    /** @returns undefined: there is no room for it, which is said */
    add(entry: NewEntry): EntryKey | undefined;
    /**
     * One that is not written before it has a word, or a field: shown to who writes it, and to nobody else.
     * @returns undefined: there is no room for it, which is said
     */
    begin(entry: NewEntry): EntryKey | undefined;
    /** Typing in one field is one step. */
    title(key: EntryKey, title: string): Act | undefined;
    /**
     * With its first words in the head, and with what stood there before when somebody begins anew. Its text is held by
     * who writes it. @param doc rich text as JSON, or empty
     */
    text(key: EntryKey, doc: string): Act | undefined;
    /** What stands there becomes a revision first. @param words `Restore …` @param together with what comes next it is one step */
    replace(
      key: EntryKey,
      words: string,
      text: { doc: string; title?: string },
      together?: string,
    ): Act | undefined;
    when(key: EntryKey, when: EntryWhen): void;
    /** 0: not said. */
    mood(keys: readonly EntryKey[], mood: Mood): void;
    star(keys: readonly EntryKey[], isStarred: boolean): void;
    place(key: EntryKey, place: Place | null): void;
    weather(key: EntryKey, weather: Weather | null): void;
    /** @param id of a tag or person of that journal @returns false: there is no room for one more, which is said */
    topic(keys: readonly EntryKey[], kind: TopicKind, id: string, isOn: boolean): boolean;
    /** Into the trash, and says so with the way back. */
    remove(keys: readonly EntryKey[]): void;
    restore(keys: readonly EntryKey[]): void;
    /** Deletes for good, with texts, revisions and photos. @returns how many are gone @throws UnsentError */
    purge(keys: readonly EntryKey[]): Promise<number>;
  };
  topics: {
    /** The one of that name, or a new one. @returns undefined: there is no room or no name, which is said */
    named(journal: string, kind: TopicKind, name: string): string | undefined;
    rename(journal: string, kind: TopicKind, id: string, name: string): void;
    colour(journal: string, kind: TopicKind, id: string, colour: string): void;
    /** Says nothing: who asks for it shows the way back. */
    remove(journal: string, kind: TopicKind, id: string): Act | undefined;
  };
  templates: {
    add(journal: string, template: { name: string; doc: string }): string | undefined;
    write(journal: string, id: string, register: "name" | "doc", text: string): void;
    /** To the place `to` among them, from 0. */
    move(journal: string, id: string, to: number): void;
    remove(journal: string, id: string): void;
  };
  media: {
    write(journal: string, id: string, register: "caption" | "alt", text: string): void;
    remove(journal: string, ids: readonly string[]): void;
  };
  journals: {
    set(
      journal: string,
      settings: Partial<
        Pick<JournalSettings, "name" | "colour" | "weekStart" | "hasPrompts" | "stripPhotos">
      >,
    ): void;
    /** To the place `to` among all of them, from 0. */
    move(journal: string, to: number): void;
    /** Into the trash, with all that is in it. */
    remove(journal: string): void;
    restore(journal: string): void;
  };
  /**
   * Any other change as one step, of this journal where a change names no other; typing that goes on in one field has
   * the same `together`.
   * @param words `Add 3 photos`
   */
  run(
    words: string,
    journal: string,
    changes: readonly (Change & { journal?: string })[],
    together?: string,
  ): Act | undefined;
  /** Says what was done, with the way back. */
  offer(text: string, act: Act | undefined): void;
  /** The field was left: what is typed next is another step. */
  settle(): void;
  undo(act?: Act): boolean;
  redo(): boolean;
};
