/**
 * Whether a reload would meet the site: else it leaves the visitor with the browser's error page instead of ours.
 *
 * Code that failed to load once fails for as long as its document lives (the module map of the HTML standard; Chromium
 * from version 150 on, Firefox and Safari): who asks for it again needs a new document.
 */
export async function siteAnswers(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const signal = AbortSignal.timeout(10_000);
    return (await fetch(location.href, { method: "HEAD", cache: "no-store", signal })).ok;
  } catch {
    return false;
  }
}
