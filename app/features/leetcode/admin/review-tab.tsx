/** What is due to be solved again, one at a time; the answer says when it comes next. */
import { Button } from "@mantine/core";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import { readItems } from "#app/parts/content-editor/content-api.ts";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { offerUndo, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import type { ContentItem } from "#lib/content/item.ts";
import type { TabProps } from "./admin.tsx";
import { difficultyWord } from "./difficulty.ts";
import { counted, leetcodeProblem } from "./leetcode-words.ts";
import { NotesDialog } from "./notes-act.tsx";
import { changeNotes, readAllNotes } from "#app/live/problem-notes/problem-notes.ts";
import type { ProblemNotes } from "#app/live/problem-notes/problem-notes.ts";
import { reviewQueue } from "./review-queue.ts";
import { localDay, nextReview } from "#lib/leetcode/review-schedule.ts";
import type { Grade } from "#lib/leetcode/review-schedule.ts";

type Read = {
  items: readonly ContentItem[];
  notes: ReadonlyMap<string, ProblemNotes>;
  today: string;
};

async function readReview(signal: AbortSignal): Promise<Read> {
  const [items, notes] = await Promise.all([readItems("problems", signal), readAllNotes()]);
  return { items, notes, today: localDay(new Date()) };
}

const grades: readonly { grade: Grade; label: string; key: string }[] = [
  { grade: "again", label: "Again", key: "1" },
  { grade: "hard", label: "Hard", key: "2" },
  { grade: "good", label: "Good", key: "3" },
  { grade: "easy", label: "Easy", key: "4" },
];
const newAtOnce = 5;

export function ReviewTab({ user: { uid } }: TabProps) {
  const { value, problem, refresh, change } = useFresh(readReview, leetcodeProblem);
  const [taken, setTaken] = useState(0);
  const today = value?.today ?? "";
  const queue = useMemo(
    () => (value === undefined ? undefined : reviewQueue({ ...value, taken })),
    [value, taken],
  );
  const current = queue?.next;
  const room = useRef<HTMLElement>(null);
  const next = current?.item.id;
  const left = useRef<string>(undefined);
  useEffect(() => {
    // The button that was pressed is gone with its problem: who listens hears what is next.
    if (left.current === undefined || left.current === next) return;
    left.current = undefined;
    room.current?.focus();
  }, [next]);
  const put = useCallback(
    (id: string, notes: ProblemNotes) =>
      change((before) => ({ ...before, notes: new Map(before.notes).set(id, notes) })),
    [change],
  );

  const answer = useCallback(
    async (grade: Grade) => {
      if (current === undefined) return;
      const { id } = current.item;
      left.current = id;
      const wasNew = current.notes.review === undefined;
      const review = nextReview(current.notes.review, grade, today);
      put(id, { ...current.notes, review });
      if (wasNew) setTaken((count) => Math.max(0, count - 1));
      try {
        const before = await changeNotes(uid, id, (notes) => ({ ...notes, review }));
        offerUndo({
          text: `${titleOf(current.item)}: ${inDays(review.days)}.`,
          about: [id],
          undo: async () => {
            await changeNotes(uid, id, ({ text }) => ({ ...before, text }));
            if (wasNew) setTaken((count) => count + 1);
            await refresh();
          },
        });
      } catch (error) {
        left.current = "";
        put(id, current.notes);
        if (wasNew) setTaken((count) => count + 1);
        tellProblem(`Your answer was not saved. ${leetcodeProblem(error)}`);
        await refresh();
      }
    },
    [current, today, uid, put, refresh],
  );
  const shortcuts = useMemo(
    () =>
      grades.map(({ grade, label, key }) => ({
        key,
        title: `Answer: ${label}`,
        run: () => void answer(grade),
      })),
    [answer],
  );

  return (
    <ToolFrame title="Review" shortcuts={shortcuts}>
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={() => void refresh()} />}
      {queue === undefined && problem === undefined ? <SkeletonRows rows={4} /> : null}
      {queue === undefined ? null : (
        <>
          <output className="faint">
            {counted(queue.due, "problem")} due. {queue.later.toLocaleString("en")} later,{" "}
            {queue.fresh.toLocaleString("en")} never reviewed.
          </output>
          <section
            ref={room}
            className="review-room"
            tabIndex={-1}
            aria-label={current === undefined ? "Nothing is due" : `Next: ${titleOf(current.item)}`}
          >
            {current === undefined ? (
              <EmptyRoom
                title="Nothing is due"
                text="Solve a problem once more, say how it went, and it comes again when you are about to forget it. Keys 1 to 4 answer."
                action={
                  queue.fresh === 0 ? undefined : (
                    <Button
                      onClick={() => {
                        left.current = "";
                        setTaken(newAtOnce);
                      }}
                    >
                      Take {Math.min(newAtOnce, queue.fresh)} that were never reviewed
                    </Button>
                  )
                }
              />
            ) : (
              <Card
                key={current.item.id}
                current={current}
                uid={uid}
                today={today}
                onAnswer={(grade) => void answer(grade)}
                onNotes={(text) => put(current.item.id, { ...current.notes, text })}
              />
            )}
          </section>
        </>
      )}
    </ToolFrame>
  );
}

type CardProps = {
  current: { item: ContentItem; notes: ProblemNotes };
  uid: string;
  today: string;
  onAnswer: (grade: Grade) => void;
  onNotes: (text: string) => void;
};

function Card({ current: { item, notes }, uid, today, onAnswer, onNotes }: CardProps) {
  const [isWriting, setWriting] = useState(false);
  const { id, link, difficulty, tags = [] } = item;
  const title = titleOf(item);
  return (
    <div className="review-card">
      <h2>
        <bdi>{title}</bdi>
      </h2>
      <p className="faint">
        {[difficulty && difficultyWord(difficulty), tags.join(", ")].filter(Boolean).join(" · ")}
      </p>
      <p className="leetcode-acts">
        {link?.startsWith("https://") ? (
          <a href={link} target="_blank" rel="noopener noreferrer">
            Open the problem
          </a>
        ) : null}
        <Link to={{ search: new URLSearchParams({ id }).toString() }}>Your solutions</Link>
        <Button variant="subtle" size="compact-sm" onClick={() => setWriting(true)}>
          Edit notes
        </Button>
      </p>
      {notes.text === "" ? null : (
        <details>
          <summary>Show your notes</summary>
          <p className="review-note">{notes.text}</p>
        </details>
      )}
      {/* A set of buttons. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div className="leetcode-acts" role="group" aria-label="How did it go?">
        {grades.map(({ grade, label, key }) => (
          <Button
            key={grade}
            variant="default"
            aria-keyshortcuts={key}
            onClick={() => onAnswer(grade)}
          >
            {key} {label}: {inDays(nextReview(notes.review, grade, today).days)}
          </Button>
        ))}
      </div>
      {isWriting ? (
        <NotesDialog
          uid={uid}
          id={id}
          title={title}
          onClose={() => setWriting(false)}
          onTyped={onNotes}
        />
      ) : null}
    </div>
  );
}

function titleOf({ title }: ContentItem): string {
  return title || "Untitled";
}

function inDays(days: number): string {
  if (days === 0) return "today";
  return days === 1 ? "tomorrow" : `in ${days} days`;
}
