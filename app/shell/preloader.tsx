/** Covers the page for 1200 ms at start, by style sheet alone: the page below is there all the time (frame.css). */
export function Preloader({ name }: { name: string }) {
  return (
    <div className="preloader" aria-hidden="true">
      {name || "Foyer"}
    </div>
  );
}
