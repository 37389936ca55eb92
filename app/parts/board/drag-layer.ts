/** What is seen of a drag: a picture of the card at the pointer, and a line where it would go. Neither moves the page. */

export type DragLine = { left: number; top: number; width: number };

export type DragLayer = {
  /** The picture. */
  element: HTMLElement;
  move(x: number, y: number): void;
  /** None: it would not go between cards. */
  line(at: DragLine | undefined): void;
  remove(): void;
};

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
  const line = document.createElement("div");
  line.className = "board-line";
  line.hidden = true;
  layer.append(line, picture);
  (document.getElementById("tool-layer") ?? document.body).append(layer);
  const grip = { x: at.x - box.left, y: Math.min(at.y - box.top, picture.offsetHeight - 8) };
  let width = 0;
  return {
    element: picture,
    move(x, y) {
      picture.style.transform = `translate(${x - grip.x}px, ${y - grip.y}px)`;
    },
    line(next) {
      if (line.hidden === (next !== undefined)) line.hidden = next === undefined;
      if (!next) return;
      if (width !== next.width) {
        width = next.width;
        line.style.width = `${width}px`;
      }
      line.style.transform = `translate(${next.left}px, ${next.top}px)`;
    },
    remove: () => layer.remove(),
  };
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
