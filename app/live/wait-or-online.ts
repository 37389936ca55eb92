/** Resolves after the time, when the browser comes online, or when `life` ends. */
export function waitOrOnline(ms: number, life?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      life?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
    life?.addEventListener("abort", done);
  });
}
