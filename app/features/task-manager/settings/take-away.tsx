type Props = {
  /** What it does, with what it does it to. */
  label: string;
  isDisabled?: boolean;
  /** Also why it cannot be done. */
  title?: string | undefined;
  onClick: () => void;
};

/** Takes a line of a list away. */
export function TakeAway({ label, isDisabled = false, title = label, onClick }: Props) {
  return (
    <button
      type="button"
      className="boards-away"
      aria-label={label}
      title={title}
      disabled={isDisabled}
      onClick={onClick}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path
          d="M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.5 8.5h6l.5-8.5M7 7v4M9 7v4"
          fill="none"
          stroke="currentColor"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  );
}
