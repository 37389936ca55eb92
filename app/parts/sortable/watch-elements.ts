/**
 * Does something with each element that fits below a place, as they come and go.
 * @param put returns what ends it, called once the element is gone
 * @returns ends it for all
 */
export function watchElements(
  place: HTMLElement,
  selector: string,
  put: (element: HTMLElement) => () => void,
): () => void {
  const watched = new Map<HTMLElement, () => void>();
  const look = () => {
    const there = new Set(place.querySelectorAll<HTMLElement>(selector));
    for (const [element, stop] of watched) {
      if (there.has(element)) continue;
      stop();
      watched.delete(element);
    }
    for (const element of there) if (!watched.has(element)) watched.set(element, put(element));
  };
  look();
  const observer = new MutationObserver(look);
  observer.observe(place, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    for (const stop of watched.values()) stop();
    watched.clear();
  };
}
