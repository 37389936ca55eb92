/** A day or a time that is written once somebody has stopped typing it, and keeps what is typed until then. */
import { type ComponentProps, useCallback, useEffect, useRef, useState } from "react";
import { isLocal } from "#lib/dates/floating.ts";

type MomentInputProps = Omit<ComponentProps<"input">, "type" | "value" | "onChange"> & {
  type: "date" | "time" | "datetime-local";
  value: string;
  /** `2026-12-01`, `09:00` or `2026-12-01T09:00`; empty: emptied, and left so. */
  onWrite: (value: string) => void;
};

/** On the way to the 24th stands the 2nd, of which one would be reminded. */
const pauseMs = 700;

export function MomentInput({
  type,
  value,
  onWrite,
  onBlur,
  onKeyDown,
  ...rest
}: MomentInputProps) {
  // The first digit of a year is a year, too, of which nothing may be written, nor anything put back while one types.
  const [typed, setTyped] = useState<string>();
  const { later, settle } = useLateWrite(value, onWrite);
  const leave = (input: HTMLInputElement) => {
    // While it is typed in, empty is also a field of which a part is missing.
    if (typed === "" && !input.validity.badInput) later("");
    settle();
  };
  return (
    <input
      // More digits than these are no year, and with them a field goes on to its next part by itself.
      max={type === "time" ? undefined : type === "date" ? "9999-12-31" : "9999-12-31T23:59"}
      {...rest}
      type={type}
      value={typed ?? value}
      onChange={({ currentTarget }) => {
        const next = currentTarget.value.slice(0, type === "time" ? 5 : 16);
        const isWhole = next !== "" && (type === "time" || isLocal(next));
        setTyped(next);
        later(isWhole ? next : undefined);
        // Nothing moves, and what waits for it, such as its time, is the next field.
        if (value === "") settle();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") leave(event.currentTarget);
        onKeyDown?.(event);
      }}
      onBlur={(event) => {
        leave(event.currentTarget);
        setTyped(undefined);
        onBlur?.(event);
      }}
    />
  );
}

type LateWrite = {
  /** Undefined: nothing of what was typed. */
  later: (value: string | undefined) => void;
  /** At once; also when the field goes. */
  settle: () => void;
};

function useLateWrite(value: string, onWrite: (value: string) => void): LateWrite {
  const now = useRef({ value, onWrite });
  useEffect(() => {
    now.current = { value, onWrite };
  });
  const waiting = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settle = useCallback(() => {
    clearTimeout(timer.current);
    const next = waiting.current;
    waiting.current = undefined;
    if (next !== undefined && next !== now.current.value) now.current.onWrite(next);
  }, []);
  const later = useCallback(
    (next: string | undefined) => {
      clearTimeout(timer.current);
      waiting.current = next;
      if (next !== undefined) timer.current = setTimeout(settle, pauseMs);
    },
    [settle],
  );
  useEffect(() => settle, [settle]);
  return { later, settle };
}
