import { Button } from "@mantine/core";
import { useId, useRef } from "react";
import type { RatingField } from "./field.ts";
import { FieldFrame } from "./field-frame.tsx";
import { useForm } from "./form-state.ts";

type Props = {
  field: RatingField;
  path: string;
  value: unknown;
  onValue: (value: number | undefined) => void;
};

const halves = Array.from({ length: 10 }, (_, at) => (at + 1) / 2);
const star = "M12 2.6l2.9 5.9 6.5.95-4.7 4.6 1.1 6.45L12 17.45 6.2 20.5l1.1-6.45-4.7-4.6 6.5-.95z";

/**
 * Half stars as radio buttons: a finger that scrolls over them chooses nothing, and the arrow keys choose at once. Clearing
 * takes the rating away.
 */
export function RatingKindField({ field: { label, help }, path, value, onValue }: Props) {
  const { disabled } = useForm();
  const name = useId();
  const stars = useRef<HTMLDivElement>(null);
  const chosen = halves.find((half) => half === value);
  return (
    <FieldFrame path={path} label={label} help={help}>
      <div className="rating-field">
        <div className="rating-stars" ref={stars}>
          {halves.map((half) => (
            <label key={half} data-full={half <= (chosen ?? 0) || undefined}>
              <input
                type="radio"
                className="unseen"
                name={name}
                value={half}
                aria-label={`${half} of 5`}
                disabled={disabled}
                checked={half === chosen}
                onChange={() => onValue(half)}
              />
              <svg viewBox={`${half % 1 === 0 ? 12 : 0} 0 12 24`} aria-hidden="true">
                <path d={star} />
              </svg>
            </label>
          ))}
        </div>
        <span className="rating-words">
          {chosen === undefined ? "No rating" : `${chosen} of 5`}
        </span>
        {chosen === undefined ? null : (
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={disabled}
            aria-label={`Clear: ${label}`}
            onClick={() => {
              onValue(undefined);
              // The button goes.
              stars.current?.querySelector("input")?.focus();
            }}
          >
            Clear
          </Button>
        )}
      </div>
    </FieldFrame>
  );
}
