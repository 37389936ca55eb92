/** What people say of it: plain text, the newest last. */
import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "react-router";
import { copyWords } from "#app/parts/kept-words/copy-words.ts";
import { LinkedText } from "#app/parts/linked-text/linked-text.tsx";
import { whenOf } from "#app/parts/tool-frame/when.ts";
import type { Comment } from "#lib/boards/board-items.ts";
import { useBoardApp, useMembers, usePersonName, useRole, useThings } from "../store/use-board.ts";
import { type DraftOf, keepComment, keptComment } from "./comment-drafts.ts";
import { focusHeading } from "./focus-heading.ts";
import { MentionField } from "./mention-field.tsx";
import { mentionedAfter, mentionedIn, partsOf } from "#app/parts/mentions/mentions.ts";
import { useSome } from "./use-some.tsx";

/** What no calendar has comes from no clock. */
const lastInstant = 8.64e15;

/** Older ones are shown by steps. */
const commentsShown = 30;

export function CardComments({ card, isFixed = false }: { card: string; isFixed?: boolean }) {
  const { comments } = useThings(card);
  const { shown, more } = useSome(comments, commentsShown, "older");
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  // Whoever was told of a comment comes for it.
  useEffect(() => {
    if (hash === "#comments") focusNewest(heading.current);
  }, [hash]);
  return (
    <section className="card-comments">
      <h3 ref={heading}>
        Comments {comments.length === 0 ? null : <span className="faint">{comments.length}</span>}
      </h3>
      {more}
      {comments.length === 0 && isFixed ? <p className="faint">There are none.</p> : null}
      <ol>
        {shown.map((comment) => (
          <CommentLine key={comment.id} comment={comment} isFixed={isFixed} />
        ))}
      </ol>
      {isFixed ? <BegunComment of={card} what="a comment here" /> : <NewComment card={card} />}
    </section>
  );
}

function focusNewest(heading: HTMLElement | null): void {
  const newest = [...(heading?.parentElement?.querySelectorAll("li") ?? [])].at(-1) ?? heading;
  if (!newest) return;
  newest.tabIndex = -1;
  newest.focus();
}

/** Of who has begun one when they might write. */
function BegunComment({ of, what }: { of: string; what: string }) {
  const { store } = useBoardApp();
  const draft: DraftOf = { uid: store.uid, board: store.id, of };
  const [text, setText] = useState(() => keptComment(draft));
  if (text === "") return null;
  return (
    <div className="kept-line">
      <p className="faint">You began {what}. It was not sent.</p>
      <p className="kept-text" dir="auto">
        {text}
      </p>
      <div className="record-acts">
        <Button variant="default" size="compact-md" onClick={() => void copyWords(text)}>
          Copy the words
        </Button>
        <Button
          variant="subtle"
          size="compact-md"
          onClick={({ currentTarget }) => {
            focusHeading(currentTarget);
            keepComment(draft, "");
            setText("");
          }}
        >
          Let it go
        </Button>
      </div>
    </div>
  );
}

function NewComment({ card }: { card: string }) {
  const { store, acts } = useBoardApp();
  const draft: DraftOf = { uid: store.uid, board: store.id, of: card };
  const [text, setText] = useState(() => keptComment(draft));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const change = (next: string) => {
    setText(next);
    keepComment(draft, next);
  };
  const send = () => {
    if (acts.comments.add(card, text, mentionedIn(text, store.members(), chosen)) === undefined) {
      return;
    }
    change("");
    setChosen(new Set());
  };
  return (
    <form
      className="card-comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <MentionField
        label="Write a comment"
        focus="comment"
        value={text}
        onChange={change}
        onMention={(uid) => setChosen(new Set([...chosen, uid]))}
        onSend={send}
      />
      <Button type="submit" variant="default" disabled={text.trim() === ""}>
        Send
      </Button>
    </form>
  );
}

function CommentLine({ comment, isFixed }: { comment: Comment; isFixed: boolean }) {
  const { store, acts } = useBoardApp();
  const name = usePersonName(comment.by);
  const role = useRole();
  const isOwn = comment.by === store.uid && !isFixed;
  const draft: DraftOf = { uid: store.uid, board: store.id, of: comment.id };
  // A change that was begun is seen again.
  const [edited, setEdited] = useState<"begun" | "asked" | undefined>(() =>
    isOwn && keptComment(draft) !== "" ? "begun" : undefined,
  );
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setEdited(undefined));
    opener.current?.focus();
  };
  const on = Math.min(comment.on, lastInstant);
  const mayDelete = isOwn || (role === "owner" && !isFixed);
  return (
    <li className="card-comment">
      <p className="card-comment-head">
        <strong dir="auto">{name}</strong>{" "}
        <time className="faint" dateTime={new Date(on).toISOString()}>
          {whenOf(on)}
        </time>
      </p>
      {edited && isOwn ? (
        <EditedComment
          comment={comment}
          draft={draft}
          takesFocus={edited === "asked"}
          onClose={close}
        />
      ) : (
        <>
          <CommentText comment={comment} />
          {isFixed && comment.by === store.uid ? (
            <BegunComment of={comment.id} what="to change this comment" />
          ) : null}
          {isOwn || mayDelete ? (
            <p className="card-comment-acts">
              {isOwn ? (
                <button
                  ref={opener}
                  type="button"
                  className="record-link"
                  onClick={() => setEdited("asked")}
                >
                  Edit<span className="unseen"> the comment of {name}</span>
                </button>
              ) : null}
              {mayDelete ? (
                <button
                  type="button"
                  className="record-link"
                  onClick={({ currentTarget }) => {
                    focusHeading(currentTarget);
                    acts.comments.remove(comment.id);
                  }}
                >
                  Delete<span className="unseen"> the comment of {name}</span>
                </button>
              ) : null}
            </p>
          ) : null}
        </>
      )}
    </li>
  );
}

function CommentText({ comment: { text, mentions } }: { comment: Comment }) {
  const members = useMembers();
  const names = members.filter(({ uid }) => mentions.includes(uid)).map(({ name }) => name);
  return (
    <p className="card-comment-text" dir="auto">
      {partsOf(text, names).map((part, at) =>
        at % 2 === 1 ? (
          // They are parts of one text, in its order.
          // oxlint-disable-next-line react/no-array-index-key
          <strong key={at} className="card-mentioned">
            {part}
          </strong>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <LinkedText key={at} text={part} />
        ),
      )}
    </p>
  );
}

type EditedProps = {
  comment: Comment;
  draft: DraftOf;
  takesFocus: boolean;
  onClose: () => void;
};

function EditedComment({ comment, draft, takesFocus, onClose }: EditedProps) {
  const { store, acts } = useBoardApp();
  const [text, setText] = useState(() => keptComment(draft) || comment.text);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const close = () => {
    keepComment(draft, "");
    onClose();
  };
  const save = () => {
    const mentions = mentionedAfter(comment, text, store.members(), chosen);
    acts.comments.edit(comment.card, comment.id, text, mentions);
    close();
  };
  return (
    <form
      className="card-comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <MentionField
        label="Change the comment"
        value={text}
        onChange={(next) => {
          setText(next);
          keepComment(draft, next);
        }}
        onMention={(uid) => setChosen(new Set([...chosen, uid]))}
        onSend={save}
        onCancel={close}
        takesFocus={takesFocus}
      />
      <div className="record-acts">
        <Button type="submit" variant="default" disabled={text.trim() === ""}>
          Save
        </Button>
        <Button variant="subtle" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
