/** One card on the board. It draws anew when it, or what hangs on it, has changed, and for nothing else. */
import { memo } from "react";
import type { CSSProperties, MouseEvent } from "react";
import type { Card } from "#lib/boards/board-items.ts";
import { whenWords } from "#lib/dates/date-words.ts";
import { hueOf } from "#lib/records/colours.ts";
import { useCard, useCounts, useFacts, useLabels, useMembers } from "../store/use-board.ts";
import { addressOf } from "../views.ts";
import { useIsStop } from "./board-stop.ts";
import { DotsIcon } from "./dots-icon.tsx";
import { initialsOf } from "./initials.ts";
import { TitleField } from "./title-field.tsx";

export type FaceKeys = {
  /** The id of the board, for links. */
  board: string;
  open: (id: string) => void;
  /** Undefined: no longer. */
  edit: (id: string | undefined) => void;
  /** Asks where to; none: one may only look. */
  move?: ((id: string) => void) | undefined;
};

type Props = {
  id: string;
  today: string;
  isOpen: boolean;
  isEdited: boolean;
  keys: FaceKeys;
};

export const CardFace = memo(function CardFace({ id, today, isOpen, isEdited, keys }: Props) {
  const card = useCard(id);
  const isStop = useIsStop(id);
  if (!card) return null;
  const name = card.title || "Untitled";
  const hue = hueOf(card.cover);
  function open(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    keys.open(id);
  }
  return (
    <div
      className="card-face"
      data-id={id}
      data-open={isOpen || undefined}
      data-done={card.isDone || undefined}
      data-cover={hue === undefined ? undefined : card.cover}
      style={hue === undefined ? undefined : ({ "--hue": hue } as CSSProperties)}
    >
      {isEdited ? (
        <TitleField card={card} onClose={keys.edit} />
      ) : (
        <a
          className="card-link"
          href={addressOf(keys.board, id)}
          tabIndex={isStop ? 0 : -1}
          draggable={false}
          aria-current={isOpen || undefined}
          onClick={open}
        >
          <CardLabels ids={card.labels} />
          <span className="card-title" dir="auto">
            {card.number === 0 ? null : <span className="face-number">#{card.number}&nbsp;</span>}
            {name}
          </span>
          <CardFacts card={card} today={today} />
        </a>
      )}
      {keys.move && !isEdited ? (
        <button
          type="button"
          className="card-move"
          tabIndex={-1}
          aria-label={`Move ${name}`}
          aria-haspopup="dialog"
          title="Move to… or drag the card"
          onClick={() => keys.move?.(id)}
        >
          <DotsIcon />
        </button>
      ) : null}
    </div>
  );
});

const longestLabel = 12;

function CardLabels({ ids }: { ids: readonly string[] }) {
  const labels = useLabels().filter((label) => ids.includes(label.id));
  if (labels.length === 0) return null;
  return (
    <span className="face-labels">
      {labels.map(({ id, name, colour }) => (
        <span
          key={id}
          className="face-label"
          style={{ "--hue": hueOf(colour) } as CSSProperties}
          data-plain={hueOf(colour) === undefined || undefined}
          title={name}
          dir="auto"
        >
          {name.length > longestLabel ? `${name.slice(0, longestLabel - 1).trimEnd()}…` : name}
        </span>
      ))}
    </span>
  );
}

function CardFacts({ card, today }: { card: Card; today: string }) {
  const { done, checks, comments, files } = useCounts(card.id);
  const { zone } = useFacts();
  const { due, start, isDone, people } = card;
  const [date = "", time] = due.split("T");
  const isLate = date !== "" && date < today && !isDone;
  return (
    <span className="face-facts">
      {isDone ? <span className="face-fact face-done">Done</span> : null}
      {date === "" ? null : (
        <span className="face-fact" data-late={isLate || undefined}>
          <span className="unseen">Due </span>
          {whenWords({ date, time: time ?? null, zone: card.zone || zone }, today, zone)}
          {isLate ? <span className="unseen"> (overdue)</span> : null}
        </span>
      )}
      {date === "" && start > today ? (
        <span className="face-fact">
          From {whenWords({ date: start, time: null, zone }, today, zone)}
        </span>
      ) : null}
      {checks === 0 ? null : (
        <span className="face-fact" data-all={done === checks || undefined}>
          {done}/{checks}
          <span className="unseen"> checks done</span>
          <span aria-hidden="true"> checks</span>
        </span>
      )}
      {comments === 0 ? null : (
        <span className="face-fact">{comments === 1 ? "1 comment" : `${comments} comments`}</span>
      )}
      {files === 0 ? null : (
        <span className="face-fact">{files === 1 ? "1 file" : `${files} files`}</span>
      )}
      {people.length === 0 ? null : <CardPeople uids={people} />}
    </span>
  );
}

const mostPeople = 3;

function CardPeople({ uids }: { uids: readonly string[] }) {
  const members = useMembers();
  const names = uids.map(
    (uid) => members.find((member) => member.uid === uid)?.name || "Former member",
  );
  const more = names.length - mostPeople;
  return (
    <span className="face-people" title={names.join(", ")}>
      <span className="unseen">{names.join(", ")}</span>
      {names.slice(0, mostPeople).map((name, at) => (
        <span key={uids[at]} className="face-person" aria-hidden="true">
          {initialsOf(name)}
        </span>
      ))}
      {more > 0 ? (
        <span className="face-person" aria-hidden="true">
          +{more}
        </span>
      ) : null}
    </span>
  );
}
