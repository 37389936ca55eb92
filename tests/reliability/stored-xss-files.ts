/** Files and names that somebody uploads so that something runs in the browser of who opens them. */

/** What runs says so by each way that a page has. `id` says which file it was. */
const script = (id: string) =>
  `globalThis.ran = "${id}"; try { parent.ran = top.ran = "${id}" } catch {}; document.title = "ran"; ` +
  `try { localStorage.ran = "${id}" } catch {}; fetch("/ran-${id}"); alert("${id}")`;

const html = (id: string) =>
  `<!doctype html><title>page</title><script>${script(id)}</script>` +
  `<img src=x onerror='${script(id)}'><meta http-equiv=refresh content="0;url=javascript:alert(1)">`;
const svg = (id: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" onload='${script(id)}'><script>${script(id)}</script>` +
  `<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>${script(id)}</script></body></foreignObject></svg>`;
const xhtml = (id: string) =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${script(id)}</script></html>`;
const xml = (id: string) =>
  `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#s"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">${script(id)}</x:script>`;
const mhtml = (id: string) =>
  `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n${html(id)}\r\n--b--`;
const pdf = (id: string) =>
  "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(" +
  `${script(id)})>>>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`;
/** A picture by its first bytes, and a page by what follows. */
const polyglot = (id: string) => `GIF89a/*${html(id)}*/=1;${script(id)}`;
const binary = (id: string) => `\u0000\u0001${html(id)}`;

export type HostileFile = {
  id: string;
  content: string;
  contentType: string;
  contentDisposition?: string;
  contentEncoding?: string;
};

type Kind = [name: string, content: (id: string) => string, types: string[]];
const kinds: Kind[] = [
  [
    "html",
    html,
    [
      "text/html",
      "text/html; charset=utf-7",
      "TEXT/HTML",
      "image/png",
      "text/plain",
      "application/octet-stream",
      "video/mp4",
      "x",
      "text/html,image/png",
      "image/png;text/html",
      "*/*",
      "application/x-unknown",
    ],
  ],
  ["svg", svg, ["image/svg+xml", "image/png", "text/xml", "text/plain"]],
  ["xhtml", xhtml, ["application/xhtml+xml", "image/jpeg"]],
  ["xml", xml, ["application/xml", "text/xml", "application/rss+xml", "text/xsl"]],
  ["js", script, ["text/javascript", "application/javascript", "application/wasm", "image/gif"]],
  ["css", (id) => `body { background: url("/ran-${id}") }`, ["text/css"]],
  ["mhtml", mhtml, ["multipart/related", "message/rfc822", "application/x-mimearchive"]],
  ["pdf", pdf, ["application/pdf", "image/png"]],
  ["polyglot", polyglot, ["text/html", "image/gif", "text/javascript"]],
  ["binary", binary, ["text/plain"]],
  ["multipart", html, ["multipart/x-mixed-replace; boundary=x"]],
  ["text", html, ["application/json", "text/csv", "text/markdown"]],
  [
    "flash",
    html,
    ["application/x-shockwave-flash", "text/cache-manifest", "application/manifest+json"],
  ],
];

export const hostileFiles: HostileFile[] = kinds.flatMap(([kind, content, types]) =>
  types.map((contentType, index) => {
    const id = `${kind}-${index}`;
    return { id, content: content(id), contentType };
  }),
);
for (const [id, more] of Object.entries({
  inline: { contentDisposition: "inline" },
  "inline-named": { contentDisposition: 'inline; filename="a.png"' },
  encoded: { contentEncoding: "identity" },
})) {
  hostileFiles.push({ id, content: html(id), contentType: "text/html", ...more });
}

/** Names that lie about the file, about its folder, or end a header. */
export const hostileNames = [
  "a.png\r\nX-Injected: 1",
  "a.png\nSet-Cookie: x=1",
  'a"; filename="b.html',
  "a.html\u0000.png",
  "\u202egnp.lmth",
  "a\u2028b.html",
  "..",
  "../../evil.html",
  "..\\..\\evil.html",
  "%2e%2e%2fevil.html",
  "/etc/passwd",
  ".",
  "a/./b.html",
  "<script>alert(1)</script>.html",
  "javascript:alert(1)",
  "CON.html",
  ".htaccess",
  "n".repeat(950),
  `${"n".repeat(900)}.html`,
  "ü☃😀".repeat(50),
  "a?alt=media&token=x#y",
  "a;b.html",
  " a .html ",
];
