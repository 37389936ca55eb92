import type { KeyboardEvent, ReactNode } from "react";
import { Picture } from "#app/ui/picture.tsx";
import type { Image } from "#lib/documents/parts.ts";

/**
 * A picture at its full size, opened by a button with `popoverTarget` = `id`. Esc, its button and a tap outside close
 * it, without scripts too. `previous` and `next` are the ids of the lightboxes beside it; these need scripts.
 */
export function Lightbox({
  id,
  label,
  image,
  previous,
  next,
  children,
}: {
  id: string;
  label: string;
  image: Image;
  previous?: string | undefined;
  next?: string | undefined;
  children?: ReactNode;
}) {
  const turn = ({ key }: KeyboardEvent) => {
    if (key === "ArrowLeft") turnTo(previous, "previous");
    if (key === "ArrowRight") turnTo(next, "next");
  };
  return (
    // The keys are a shorter way to its buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog className="lightbox" id={id} popover="auto" aria-label={label} onKeyDown={turn}>
      <Picture image={image} sizes="96vw" />
      <div className="caption">{children}</div>
      <div className="lightbox-keys">
        {previous === undefined && next === undefined ? null : (
          <>
            <Turn to={previous} name="previous">
              Previous
            </Turn>
            <Turn to={next} name="next">
              Next
            </Turn>
          </>
        )}
        <button
          type="button"
          className="header-button"
          popoverTarget={id}
          popoverTargetAction="hide"
        >
          Close
        </button>
      </div>
    </dialog>
  );
}

type TurnProps = { to: string | undefined; name: "previous" | "next"; children: string };

function Turn({ to, name, children }: TurnProps) {
  return (
    <button
      type="button"
      name={name}
      className="header-button scripted"
      disabled={to === undefined}
      onClick={() => turnTo(to, name)}
    >
      {children}
    </button>
  );
}

/** Closed, the lightbox gives the keyboard back to the small picture of what was seen last. */
function turnTo(id: string | undefined, name: TurnProps["name"]): void {
  const lightbox = id === undefined ? null : document.getElementById(id);
  if (lightbox === null) return;
  document.querySelector<HTMLElement>(".lightbox:popover-open")?.hidePopover();
  document.querySelector<HTMLElement>(`[popovertarget="${id}"]`)?.focus();
  lightbox.showPopover();
  lightbox.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
}
