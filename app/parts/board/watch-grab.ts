/** When a press on a card becomes a drag: by mouse once it moves, by touch once it is held. */

type Point = { x: number; y: number };

export type Grab = {
  card: HTMLElement;
  pointerId: number;
  at: Point;
};

export type Grabbed = {
  move(to: Point): void;
  end(isDropped: boolean): void;
};

type Options = {
  place: HTMLElement;
  cards: string;
  handle: string | undefined;
  onGrab: (grab: Grab) => Grabbed;
};

const holdMs = 350;
/** A hand is never still. */
const stillPx = { mouse: 4, touch: 10 };
const controls = "button,input,select,textarea,label,[contenteditable]";

type Press = Grab & {
  isTouch: boolean;
  /** While it is dragged. */
  grabbed?: Grabbed;
  /** @param isUp nothing is pressed any more */
  end: (isDropped: boolean, isUp?: boolean) => void;
};

/** One at a time; meanwhile the place has `data-draggable`. @returns ends it */
export function watchGrab({ place, cards, handle, onGrab }: Options): () => void {
  let press: Press | undefined;

  function begin(event: PointerEvent): void {
    if (press || !event.isPrimary || event.button !== 0 || event.ctrlKey) return;
    const card = cardAt(event.target);
    if (!card) return;
    const isTouch = event.pointerType === "touch";
    const life = new AbortController();
    const { signal } = life;
    const grab = { card, pointerId: event.pointerId, at: { x: event.clientX, y: event.clientY } };
    const hold = isTouch ? setTimeout(() => press && lift(press), holdMs) : undefined;
    press = {
      ...grab,
      isTouch,
      end(isDropped, isUp = isDropped) {
        clearTimeout(hold);
        life.abort();
        const { grabbed } = press ?? {};
        press = undefined;
        if (!grabbed) return;
        letNoClick(isUp);
        grabbed.end(isDropped);
      },
    };
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", up, { signal });
    addEventListener("pointercancel", cancel, { signal });
    addEventListener("blur", () => press?.end(false), { signal });
    addEventListener("keydown", escape, { signal, capture: true });
    addEventListener("contextmenu", (menu) => isTouch && menu.preventDefault(), { signal });
  }

  function cardAt(target: EventTarget | null): HTMLElement | null {
    if (!(target instanceof Element)) return null;
    const by = handle === undefined ? target : target.closest(handle);
    if (!by || (handle === undefined && by.closest(controls))) return null;
    const card = by.closest<HTMLElement>(cards);
    return card && place.contains(card) ? card : null;
  }

  function lift(one: Press): Grabbed {
    const grabbed = onGrab(one);
    one.grabbed = grabbed;
    // What was chosen of the text by the press.
    getSelection()?.removeAllRanges();
    // Safari has no such thing.
    if (one.isTouch) (navigator as Partial<Navigator>).vibrate?.(10);
    return grabbed;
  }

  function move(event: PointerEvent): void {
    if (!press || event.pointerId !== press.pointerId) return;
    const to = { x: event.clientX, y: event.clientY };
    if (press.grabbed) {
      press.grabbed.move(to);
      return;
    }
    const isStill =
      Math.hypot(to.x - press.at.x, to.y - press.at.y) <=
      stillPx[press.isTouch ? "touch" : "mouse"];
    if (isStill) return;
    // A finger that goes on before it was held scrolls.
    if (press.isTouch) press.end(false);
    else lift(press).move(to);
  }

  function up({ pointerId, clientX, clientY }: PointerEvent): void {
    if (!press || pointerId !== press.pointerId) return;
    press.grabbed?.move({ x: clientX, y: clientY });
    press.end(true);
  }

  function cancel({ pointerId }: PointerEvent): void {
    if (pointerId === press?.pointerId) press.end(false, true);
  }

  function escape(event: KeyboardEvent): void {
    if (!press?.grabbed || event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    press.end(false);
  }

  const watch = new AbortController();
  const { signal } = watch;
  place.dataset["draggable"] = "";
  place.addEventListener("pointerdown", begin, { signal });
  // The browser would drag the link itself.
  place.addEventListener("dragstart", (event) => cardAt(event.target) && event.preventDefault(), {
    signal,
  });
  // There from the start: Safari takes no heed of one that is added while a finger is down.
  place.addEventListener("touchmove", (event) => press?.grabbed && event.preventDefault(), {
    signal,
    passive: false,
  });
  return () => {
    press?.end(false);
    watch.abort();
    delete place.dataset["draggable"];
  };
}

/** The press that a drag began with is none on what lies below its end, also where it is let go after Esc. */
function letNoClick(isUp: boolean): void {
  const life = new AbortController();
  const { signal } = life;
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const later = () => void setTimeout(() => life.abort(), 0);
  addEventListener("click", stop, { capture: true, signal });
  if (isUp) later();
  else for (const end of ["pointerup", "pointercancel"]) addEventListener(end, later, { signal });
}
