/** Some days as a book on paper, or as a PDF: the browser prints it, and nothing of it leaves this page. */
import { Button } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { beforeLock, closeAtLock } from "#app/live/journals/journal-lock.ts";
import { openJournalFiles } from "#app/live/journal-files/open-journal-files.ts";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { entriesWord } from "../acts/words.ts";
import { NotAllRead, useAllRead } from "../exchange/all-read.tsx";
import { FoldedList } from "../exchange/folded-list.tsx";
import { photosWord } from "../exchange/count-words.ts";
import { isDrawable } from "../photos/drawable.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import { useEntries, useJournal, useRooms, useToday } from "../store/journal-context.ts";
import { useAddress } from "../use-address.ts";
import { bookProblem, entriesOf } from "./book-months.ts";
import { BookPages, type PageSize } from "./book-pages.tsx";
import { type Book, makeBook } from "./make-book.ts";
// Style sheets have nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-exchange.css";
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-book.css";

type Choices = { size: PageSize; withFields: boolean; withPhotos: boolean };

export function BookView() {
  const app = useJournal();
  const { store } = app;
  const rooms = useRooms();
  const { query, change } = useAddress();
  const { journal, from, to } = query;
  const all = useEntries(store.room(journal) ? journal : undefined);
  const entries = entriesOf(all, { from, to });
  const photos = entries.reduce(
    (sum, { key }) => sum + store.media(key).filter(isDrawable).length,
    0,
  );
  const [choices, setChoices] = useState<Choices>({
    size: "a5",
    withFields: true,
    withPhotos: true,
  });
  const drawn = choices.withPhotos ? photos : 0;
  const tooMuch = bookProblem(entries.length, drawn);
  const room = rooms.find((one) => one.journal === journal);
  const title = room ? room.settings.name || "Journal" : "Journal";
  const isRead = useAllRead(room ? [room] : rooms);
  if (rooms.length === 0) {
    return <EmptyRoom title="No journal is open" text="Unlock one, or make a new one." />;
  }
  return (
    <div className="journal-exchange">
      <div className="journal-head">
        <h2>Book</h2>
      </div>
      <Range
        from={from}
        to={to}
        journal={journal}
        onChange={(part) => change(part)}
        rooms={rooms.map((one) => ({
          journal: one.journal,
          name: one.settings.name || "Journal",
        }))}
      />
      <Looks choices={choices} onChange={setChoices} />
      {/* Not made anew with the rest: only a change of it is read out. */}
      <output>
        {tooMuch ??
          `${entriesWord(entries.length)}${drawn > 0 ? ` with ${photosWord(drawn)}` : ""}.`}
      </output>
      <Print
        // What was chosen before is not what the browser's own way of printing prints.
        key={[journal, from, to, choices.withPhotos].join()}
        title={title}
        entries={entries}
        isTooMuch={tooMuch !== undefined}
        choices={choices}
        isRead={isRead}
      />
    </div>
  );
}

type PrintProps = {
  title: string;
  entries: readonly JournalEntry[];
  isTooMuch: boolean;
  choices: Choices;
  isRead: boolean;
};

function Print({ title, entries, isTooMuch, choices, isRead }: PrintProps) {
  const { store } = useJournal();
  const { book, done, problem, print, stop } = usePrint(choices.withPhotos);
  return (
    <section aria-label="Print">
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      <NotAllRead isRead={isRead} />
      {done === undefined ? null : (
        <>
          <p>
            Reading {done.toLocaleString("en")} of {entries.length.toLocaleString("en")}…
          </p>
          <progress aria-label="How far it is" max={Math.max(1, entries.length)} value={done} />
        </>
      )}
      <FoldedList title="What is not in it" lines={book?.said ?? []} isOpen />
      <p className="exchange-warning">
        Paper and PDF are not encrypted
        {entries.some((entry) => store.room(entry.journal)?.isSealed)
          ? ", also of a private journal"
          : ""}
        : whoever has them can read them.
      </p>
      <div className="record-acts">
        {done === undefined ? (
          <Button disabled={isTooMuch || !isRead} onClick={() => void print(entries)}>
            Print or save as PDF
          </Button>
        ) : (
          <Button variant="default" onClick={stop}>
            Stop
          </Button>
        )}
      </div>
      <p className="faint">
        The browser’s own dialog opens; “Save as PDF” is among its printers. Where it has no page
        numbers of the book, it can print its own.
      </p>
      {book
        ? createPortal(
            <BookPages
              title={title}
              entries={book.entries}
              size={choices.size}
              withFields={choices.withFields}
            />,
            document.body,
          )
        : null}
    </section>
  );
}

/** The book is there while it is printed, until something else is chosen, or the journals are locked. */
function usePrint(withPhotos: boolean) {
  const { uid, store } = useJournal();
  const [book, setBook] = useState<Book>();
  const [done, setDone] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const life = useRef<AbortController>(undefined);
  useEffect(() => () => life.current?.abort(), []);
  useEffect(() => () => book?.close(), [book]);
  useEffect(() => {
    // It has the words of private journals, outside of what a lock hides; also one that is being made.
    const drop = () => {
      life.current?.abort();
      flushSync(() => {
        setBook(undefined);
        setDone(undefined);
      });
    };
    const ends = [beforeLock(uid, drop), closeAtLock(uid, drop)];
    return () => ends.forEach((end) => end());
  }, [uid]);
  useEffect(() => {
    if (!book) return;
    // It is drawn by then.
    const frame = requestAnimationFrame(() => globalThis.print());
    return () => cancelAnimationFrame(frame);
  }, [book]);

  async function print(entries: Parameters<typeof makeBook>[0]): Promise<void> {
    life.current?.abort();
    const own = new AbortController();
    life.current = own;
    const { signal } = own;
    setProblem(undefined);
    setBook(undefined);
    setDone(0);
    try {
      const files = await openJournalFiles(uid);
      const hear = (count: number) => {
        if (!signal.aborted && count % 10 === 0) setDone(count);
      };
      const made = await makeBook(entries, { store, files, withPhotos, signal, hear });
      if (signal.aborted) made.close();
      else setBook(made);
    } catch (error) {
      if (signal.aborted) return;
      // oxlint-disable-next-line no-console -- the sentence is shown; why is for who looks there
      console.error("The book was not made", error);
      setProblem("The book was not made. Your journal is as it was; try it again.");
    }
    if (!signal.aborted) setDone(undefined);
  }

  return {
    book,
    done,
    problem,
    print,
    stop: () => {
      life.current?.abort();
      setDone(undefined);
    },
  };
}

type RangeProps = {
  journal: string;
  from: string;
  to: string;
  rooms: readonly { journal: string; name: string }[];
  onChange: (part: { journal?: string; from?: string; to?: string }) => void;
};

function Range({ journal, from, to, rooms, onChange }: RangeProps) {
  const id = useId();
  const today = useToday();
  const [year, month] = [today.slice(0, 4), today.slice(0, 7)];
  const day = (name: "from" | "to", label: string, value: string) => (
    <div className="record-field">
      <label htmlFor={`${id}-${name}`}>{label}</label>
      <input
        id={`${id}-${name}`}
        type="date"
        value={value}
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
      />
    </div>
  );
  return (
    <section aria-label="Which days">
      {rooms.length > 1 ? (
        <div className="record-field import-target">
          <label htmlFor={`${id}-journal`}>Journal</label>
          <select
            id={`${id}-journal`}
            value={rooms.some((one) => one.journal === journal) ? journal : ""}
            autoComplete="off"
            onChange={({ currentTarget }) => onChange({ journal: currentTarget.value })}
          >
            <option value="">All that are open</option>
            {rooms.map((one) => (
              <option key={one.journal} value={one.journal}>
                {one.name}
              </option>
            ))}
          </select>
        </div>
      ) : null}
      <div className="book-days">
        {day("from", "From", from)}
        {day("to", "To", to)}
      </div>
      <div className="record-acts">
        <Button variant="default" onClick={() => onChange({ from: `${month}-01`, to: today })}>
          This month
        </Button>
        <Button variant="default" onClick={() => onChange({ from: `${year}-01-01`, to: today })}>
          This year
        </Button>
        <Button variant="default" onClick={() => onChange({ from: "", to: "" })}>
          All days
        </Button>
      </div>
    </section>
  );
}

type LooksProps = { choices: Choices; onChange: (choices: Choices) => void };

function Looks({ choices, onChange }: LooksProps) {
  const id = useId();
  const tick = (name: "withFields" | "withPhotos", label: string) => (
    <label className="exchange-tick">
      <input
        type="checkbox"
        checked={choices[name]}
        onChange={({ currentTarget }) => onChange({ ...choices, [name]: currentTarget.checked })}
      />
      {label}
    </label>
  );
  return (
    <section aria-label="How it looks">
      <div className="record-field import-target">
        <label htmlFor={id}>Paper</label>
        <select
          id={id}
          value={choices.size}
          autoComplete="off"
          onChange={({ currentTarget }) =>
            onChange({ ...choices, size: sizeOf(currentTarget.value) })
          }
        >
          <option value="a5">A5, as a book</option>
          <option value="a4">A4</option>
          <option value="letter">US Letter</option>
        </select>
      </div>
      {tick("withPhotos", "With photos")}
      {tick("withFields", "With mood, tags, people, place and weather")}
    </section>
  );
}

function sizeOf(value: string): PageSize {
  return value === "a4" || value === "letter" ? value : "a5";
}
