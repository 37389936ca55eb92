/** Makes a preview's window look like the site: its sheets, its day or night, and no way out of it. */

/** @param frame of this site, its document loaded. @returns stops following */
export function dressWindow(frame: HTMLIFrameElement): () => void {
  const inner = frame.contentDocument;
  const view = frame.contentWindow as (Window & typeof globalThis) | null;
  if (inner === null || view === null) return () => {};
  const root = document.documentElement;

  const dress = () => {
    // Made in a script they are allowed; elements with a style in them would need the page's nonce.
    inner.adoptedStyleSheets = sheetsOfSite().map((css) => {
      const sheet = new view.CSSStyleSheet();
      sheet.replaceSync(css);
      return sheet;
    });
  };
  const light = () => {
    const theme = root.dataset["theme"];
    if (theme === undefined) delete inner.documentElement.dataset["theme"];
    else inner.documentElement.dataset["theme"] = theme;
  };
  dress();
  light();
  const observers = [new MutationObserver(light), new MutationObserver(dress)];
  observers[0]!.observe(root, { attributeFilter: ["data-theme"] });
  observers[1]!.observe(document.head, { childList: true });

  // Before React hears of it: its links would open the page in place of the tool.
  const stay = (event: Event) => {
    const target = event.target as Partial<Element> | null;
    if (target?.closest?.("a[href]")) event.preventDefault();
  };
  const life = new AbortController();
  const early = { capture: true, signal: life.signal };
  view.addEventListener("click", stay, early);
  view.addEventListener("auxclick", stay, early);
  view.addEventListener("dragstart", stay, early);
  view.addEventListener("submit", (event) => event.preventDefault(), early);
  return () => {
    life.abort();
    for (const observer of observers) observer.disconnect();
  };
}

/** Those that are written into the document: the public pages', the owner's colour and fonts. Not the tools'. */
function sheetsOfSite(): string[] {
  return [...document.head.querySelectorAll("style")].map(({ textContent }) => textContent);
}
