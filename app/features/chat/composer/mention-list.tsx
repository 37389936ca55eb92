import { aiPerson } from "./use-asking.ts";

type Props = {
  id: string;
  offered: readonly { uid: string; name: string }[];
  current: string;
  onChoose: (uid: string, name: string) => void;
};

export function MentionList({ id, offered, current, onChoose }: Props) {
  return (
    <ul
      id={`${id}-list`}
      // No browser puts a <select> below a field.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role
      role="listbox"
      aria-label="Members"
      className="chat-mention-list"
    >
      {offered.map(({ uid, name }) => (
        // The keys are the field's, which keeps the focus.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <li
          key={uid}
          id={`${id}-${uid}`}
          // No browser shows an <option> outside its own lists.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role
          role="option"
          tabIndex={-1}
          aria-selected={uid === current}
          dir="auto"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(uid, name)}
        >
          {uid === aiPerson.uid ? (
            <>
              {name} <span className="faint">The AI answers, for your tokens</span>
            </>
          ) : (
            name
          )}
        </li>
      ))}
    </ul>
  );
}
