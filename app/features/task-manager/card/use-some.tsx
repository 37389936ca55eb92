/** Of a long list so many that it opens fast, and a button for the next ones. */
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";

type Some<One> = { shown: readonly One[]; more: ReactNode };

/**
 * @param step so many at first, and so many more each time
 * @param way `more`: from the first on; `older`: the last ones, and the button belongs above them
 */
export function useSome<One>(
  all: readonly One[],
  step: number,
  way: "more" | "older" = "more",
): Some<One> {
  const [count, setCount] = useState(step);
  const shown = way === "more" ? all.slice(0, count) : all.slice(-count);
  const next = Math.min(step, all.length - shown.length);

  /** The button may be gone then: the first one that is new beside those before has the focus. */
  function show(within: Element | null): void {
    flushSync(() => setCount(count + step));
    const lines = within?.querySelectorAll("li");
    const line = lines?.[way === "more" ? shown.length : next - 1];
    if (!line) return;
    line.tabIndex = -1;
    line.focus();
  }
  return {
    shown,
    more:
      next === 0 ? null : (
        <Button
          variant="subtle"
          size="compact-md"
          onClick={({ currentTarget }) => show(currentTarget.closest("section"))}
        >
          Show {next} {way} of {all.length.toLocaleString("en")}
        </Button>
      ),
  };
}
