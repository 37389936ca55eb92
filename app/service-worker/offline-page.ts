/** What a tab shows for a page that it has never seen, while there is no connection. */

// It stands alone: no style sheet of a page has to be kept for it.
const style =
  "body{font:1.0625rem/1.6 system-ui,sans-serif;max-width:36rem;margin:0 auto;padding:12vh 1.5rem;" +
  "color:light-dark(#2b241d,#f1e9de);background:light-dark(#faf6ef,#1b1611)}" +
  "h1{font:500 2.5rem/1.2 Georgia,serif}ul{list-style:none;padding:0}" +
  "li{border-top:1px solid light-dark(#d9cfc0,#3d352b)}a{display:block;padding:.75rem 0;color:inherit}";

/** @param kept titles as they stand in the pages' own HTML, and paths of pages of ours. */
export function offlinePage(kept: readonly { path: string; title: string }[]): Response {
  const links = kept.map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`).join("");
  const readable = links
    ? `<p>These pages can be read without a connection:</p><ul>${links}</ul>`
    : "<p>Nothing is lost. Load this page again when you are connected.</p>";
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">' +
    `<title>You are offline</title><style>${style}</style></head><body><main>` +
    "<h1>You are offline</h1><p>This page has not been opened on this device before.</p>" +
    `${readable}</main></body></html>`;
  return new Response(html, {
    status: 503,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
