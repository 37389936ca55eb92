import { Badge, Checkbox } from "@mantine/core";
import { shortDayOf } from "#app/parts/tool-frame/when.ts";
import type { InboxRow } from "#lib/inbox.ts";

/** Newest first. The name is the button; the checkbox chooses, with Shift all in between. */
export function MessageList({
  rows,
  openedId,
  chosen,
  isReading,
  onOpen,
  onChoose,
}: {
  rows: readonly InboxRow[];
  openedId: string | undefined;
  chosen: ReadonlySet<string>;
  isReading: boolean;
  onOpen: (id: string) => void;
  onChoose: (id: string, isChosen: boolean, withShift: boolean) => void;
}) {
  return (
    <ul className="message-list" aria-busy={isReading || undefined} aria-label="Messages">
      {rows.map(({ id, name, subject, excerpt, createdAt, read, flagged, isReplied }) => (
        <li
          key={id}
          data-id={id}
          data-unread={!read || undefined}
          data-open={id === openedId || undefined}
          data-chosen={chosen.has(id) || undefined}
        >
          <Checkbox
            aria-label={`Choose the message of ${name}`}
            checked={chosen.has(id)}
            onChange={({ currentTarget, nativeEvent }) => {
              const withShift = (nativeEvent as Partial<PointerEvent>).shiftKey === true;
              onChoose(id, currentTarget.checked, withShift);
            }}
          />
          <button
            type="button"
            className="message-opener"
            aria-current={id === openedId || undefined}
            onClick={() => onOpen(id)}
          >
            <span className="message-line">
              <bdi className="message-name">{name}</bdi>
              <time dateTime={createdAt}>{shortDayOf(createdAt)}</time>
            </span>
            <span className="message-line">
              <bdi className="message-subject">{subject === "" ? "No subject" : subject}</bdi>
              <span className="states">
                {read ? null : <Badge>New</Badge>}
                {isReplied ? <Badge color="gray">Replied</Badge> : null}
                {flagged === "" ? null : <Badge color="yellow">Advertising?</Badge>}
              </span>
            </span>
            <bdi className="message-excerpt">{excerpt}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}
