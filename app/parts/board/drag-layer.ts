/**
 * What is seen of a drag: a picture of the card at the pointer, a frame around the column and a line where it would go.
 * None of them is laid out or painted with the page, however many cards are in it.
 */

/** Pixels of the window. */
export type DragLine = { left: number; top: number; width: number };
export type DragFrame = DragLine & { height: number };

export type DragLayer = {
  /** Over all of the window: where the pointer is need not be looked for among 1,000 cards. */
  element: HTMLElement;
  /** Of the card. */
  picture: HTMLElement;
  move(x: number, y: number): void;
  /** None: it would not go between cards. */
  line(at: DragLine | undefined): void;
  /** None: it is over no column. */
  frame(at: DragFrame | undefined, isFull: boolean): void;
  remove(): void;
};

const lineHeight = 2;

/** @param at of the pointer, which takes the card there */
export function createDragLayer(card: HTMLElement, at: { x: number; y: number }): DragLayer {
  const box = card.getBoundingClientRect();
  const layer = document.createElement("div");
  layer.className = "board-layer";
  layer.ariaHidden = "true";
  const picture = document.createElement("div");
  picture.className = "board-picture";
  picture.style.width = `${box.width}px`;
  picture.append(pictureOf(card));
  const frame = createBox("board-frame");
  const line = createBox("board-line");
  layer.append(frame.element, line.element, picture);
  (document.getElementById("tool-layer") ?? document.body).append(layer);
  const grip = { x: at.x - box.left, y: Math.min(at.y - box.top, picture.offsetHeight - 8) };
  return {
    element: layer,
    picture,
    move: (x, y) => put(picture, x - grip.x, y - grip.y),
    line: (next) => line.show(next && { ...next, height: lineHeight }),
    frame(next, isFull) {
      frame.element.toggleAttribute("data-full", isFull);
      frame.show(next);
    },
    remove: () => layer.remove(),
  };
}

/** Touched only when it changes. */
function createBox(className: string) {
  const element = document.createElement("div");
  element.className = className;
  element.hidden = true;
  let shown: DragFrame = { left: Number.NaN, top: Number.NaN, width: 0, height: 0 };
  return {
    element,
    show(next: DragFrame | undefined): void {
      if (element.hidden === (next !== undefined)) element.hidden = next === undefined;
      if (!next) return;
      const { left, top, width, height } = next;
      if (shown.width !== width) element.style.width = `${width}px`;
      if (shown.height !== height) element.style.height = `${height}px`;
      if (shown.left !== left || shown.top !== top) put(element, left, top);
      shown = next;
    },
  };
}

/**
 * By an animation that is over at once: it is moved where layers are put together. A style that changes makes Chromium look
 * through all that is painted for what the element covers now, which is 7 ms with 1,000 cards in sight.
 */
function put(element: HTMLElement, x: number, y: number): void {
  const transform = `translate(${x}px, ${y}px)`;
  element.animate([{ transform }, { transform }], { duration: 1, fill: "forwards" });
}

function pictureOf(card: HTMLElement): HTMLElement {
  const picture = card.cloneNode(true) as HTMLElement;
  for (const element of [picture, ...picture.querySelectorAll("[id], [data-id]")]) {
    element.removeAttribute("id");
    element.removeAttribute("data-id");
  }
  picture.inert = true;
  return picture;
}
