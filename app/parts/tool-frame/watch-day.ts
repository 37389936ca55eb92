/** Looks from time to time, and when somebody comes back to the page. @returns ends it */
export function watchDay(changed: () => void): () => void {
  const timer = setInterval(changed, 30_000);
  const look = () => document.visibilityState === "visible" && changed();
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
