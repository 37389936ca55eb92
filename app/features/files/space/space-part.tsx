/** A part of what takes space: its heading, what is done with all of it, and its lines, a few at first. */
import { Button } from "@mantine/core";
import { useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useLineFocus } from "#app/parts/lines/use-line-focus.ts";

const firstLines = 8;
const moreLines = 50;

type Props<Item> = {
  title: string;
  text: ReactNode;
  /** What is done with all of it. */
  action?: ReactNode;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  children: (item: Item) => ReactNode;
};

export function SpacePart<Item>({ title, text, action, items, keyOf, children }: Props<Item>) {
  const id = useId();
  const [most, setMost] = useState(firstLines);
  const place = useRef<HTMLElement>(null);
  useLineFocus(place, items.map(keyOf));
  const left = items.length - most;
  return (
    <section ref={place} className="drive-space-part" aria-labelledby={id}>
      <div className="drive-space-head">
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {action}
      </div>
      <p className="faint">{text}</p>
      {items.length === 0 ? null : (
        <ul>
          {items.slice(0, most).map((item) => (
            <li key={keyOf(item)} data-line={keyOf(item)}>
              {children(item)}
            </li>
          ))}
        </ul>
      )}
      {left > 0 ? (
        <Button
          variant="subtle"
          size="compact-md"
          className="drive-space-more"
          onClick={() => setMost(most + moreLines)}
        >
          Show {Math.min(left, moreLines)} more
          {left > moreLines ? ` of ${left.toLocaleString("en")}` : ""}
        </Button>
      ) : null}
    </section>
  );
}
