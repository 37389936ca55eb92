/** One watch for all small pictures of the page: a list has thousands of them. */
const calls = new WeakMap<Element, () => void>();
let watch: IntersectionObserver | undefined;

/** @returns what ends it */
export function onceSeen(element: Element, call: () => void): () => void {
  watch ??= new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) {
        if (!isIntersecting) continue;
        watch?.unobserve(target);
        calls.get(target)?.();
      }
    },
    { rootMargin: "200px" },
  );
  calls.set(element, call);
  watch.observe(element);
  return () => watch?.unobserve(element);
}
