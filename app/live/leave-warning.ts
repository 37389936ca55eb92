/**
 * The browser asks before the tab is closed, while it is told to: a listener costs a page its place in the back-forward
 * cache. Each call returns a switch of its own.
 */
export function createLeaveWarning(): (isNeeded: boolean) => void {
  const stayHere = (event: BeforeUnloadEvent) => event.preventDefault();
  let isWarning = false;
  return (isNeeded) => {
    if (isNeeded === isWarning) return;
    isWarning = isNeeded;
    if (isNeeded) addEventListener("beforeunload", stayHere);
    else removeEventListener("beforeunload", stayHere);
  };
}
