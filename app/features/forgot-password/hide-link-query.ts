/**
 * Takes the code of a mail's link out of the address bar, so that it is in no bookmark, no screenshot and nobody's
 * report of the page. It stays with this entry of the tab's history, for a reload (forget-link.ts ends that). Undefined
 * when the page was not opened by a link, or the link is used. Part of the first load: keep it tiny.
 */
export function hideLinkQuery(): string | undefined {
  const { pathname, search } = location;
  if (/[?&](?:mode|oobCode)=/.test(search)) {
    history.replaceState({ ...history.state, link: search }, "", pathname);
  }
  const { link } = (history.state ?? {}) as { link?: unknown };
  return typeof link === "string" ? link : undefined;
}
