/** Once the page has loaded and the browser has nothing to do: what service-worker/worker.ts is for can wait. */
export function registerServiceWorker(): void {
  // Safari has no idle callback.
  const { requestIdleCallback: whenIdle = setTimeout } = globalThis as {
    requestIdleCallback?: (work: () => void) => unknown;
  };
  const idle = () => void whenIdle(() => void register());
  if (document.readyState === "complete") idle();
  else addEventListener("load", idle);
}

async function register(): Promise<void> {
  try {
    const { serviceWorker } = navigator;
    await serviceWorker.register("/sw.js");
    if (serviceWorker.controller) return;
    const { active } = await serviceWorker.ready;
    active?.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
  } catch {
    // A private window or a full disk: the site needs no worker.
  }
}
