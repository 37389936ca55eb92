/** What people say of it: plain text, the newest last. */
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { whenOf } from "#app/parts/tool-frame/when.ts";
import type { Comment } from "#lib/boards/board-items.ts";
import { useBoardApp, useMembers, usePersonName, useRole, useThings } from "../store/use-board.ts";
import { type DraftOf, keepComment, keptComment } from "./comment-drafts.ts";
import { focusHeading } from "./focus-heading.ts";
import { MentionField } from "./mention-field.tsx";
import { mentionedIn, partsOf } from "./mentions.ts";

/** What no calendar has comes from no clock. */
const lastInstant = 8.64e15;

/** Of more, the newest are shown at first. */
const shownAtFirst = 30;

export function CardComments({ card, isFixed = false }: { card: string; isFixed?: boolean }) {
  const { comments } = useThings(card);
  const [shows, setShows] = useState(shownAtFirst);
  const shown = comments.slice(-shows);
  const hidden = comments.length - shown.length;
  return (
    <section className="card-comments">
      <h3>
        Comments {comments.length === 0 ? null : <span className="faint">{comments.length}</span>}
      </h3>
      {hidden === 0 ? null : (
        <Button variant="subtle" size="compact-md" onClick={() => setShows(shows + shownAtFirst)}>
          Show older ones ({hidden})
        </Button>
      )}
      {comments.length === 0 && isFixed ? <p className="faint">There are none.</p> : null}
      <ol>
        {shown.map((comment) => (
          <CommentLine key={comment.id} comment={comment} isFixed={isFixed} />
        ))}
      </ol>
      {isFixed ? null : <NewComment card={card} />}
    </section>
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
  const [isEdited, setEdited] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setEdited(false));
    opener.current?.focus();
  };
  const isOwn = comment.by === store.uid && !isFixed;
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
      {isEdited ? (
        <EditedComment comment={comment} onClose={close} />
      ) : (
        <>
          <CommentText comment={comment} />
          {isOwn || mayDelete ? (
            <p className="card-comment-acts">
              {isOwn ? (
                <button
                  ref={opener}
                  type="button"
                  className="record-link"
                  onClick={() => setEdited(true)}
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
          part
        ),
      )}
    </p>
  );
}

function EditedComment({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const { store, acts } = useBoardApp();
  const draft: DraftOf = { uid: store.uid, board: store.id, of: comment.id };
  const [text, setText] = useState(() => keptComment(draft) || comment.text);
  const close = () => {
    keepComment(draft, "");
    onClose();
  };
  const save = () => {
    acts.comments.edit(comment.card, comment.id, text);
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
        onMention={() => {}}
        onSend={save}
        onCancel={close}
        takesFocus
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
