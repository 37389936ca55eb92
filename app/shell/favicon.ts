const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>path{stroke:#2b241d}@media(prefers-color-scheme:dark){path{stroke:#f1e9de}}</style><path d="M7 28V11a9 9 0 0 1 18 0v17M4 28h24M16 28V15" fill="none" stroke-width="2.5" stroke-linecap="round"/></svg>';

/**
 * In the document itself: it is smaller than the headers of the request it saves. The browser reads it back from there,
 * so that it is not shipped a second time in the JavaScript.
 */
export const favicon: string = import.meta.env.SSR
  ? `data:image/svg+xml,${encodeURIComponent(drawing)}`
  : (document.querySelector<HTMLLinkElement>("link[rel=icon]")?.href ?? "");
