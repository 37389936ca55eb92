/**
 * The page that ends a sign-in in a window of its own. That window has been at another site, so it lost the page that
 * opened it (docs/decisions): it lays the answer down in the origin's storage under the name that the opener chose,
 * and closes when the opener has taken it away.
 */
import { createHash } from "node:crypto";
import { escapeXml } from "#lib/escape-xml.ts";

/** What the page that waits gets. */
export type SignInAnswer = { credential: string } | { error: string };

/** Also in app/live/provider-answer.ts. */
const storagePrefix = "foyer:sign-in:";
/** A page that is alive takes it at once; one that is asleep, when it is looked at again. */
const script = `
const { id, answer } = JSON.parse(document.body.dataset.answer);
const key = "${storagePrefix}" + id;
addEventListener("storage", (event) => {
  if (event.key === key && event.newValue === null) close();
});
try {
  localStorage.setItem(key, JSON.stringify({ ...answer, at: Date.now() }));
} catch {
  // Storage is switched off: then nobody waits for it either.
}
setTimeout(() => {
  document.querySelector("p").textContent =
    "Close this window and go on where you began. If nothing happens there, begin once more.";
}, 3000);
`;
const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { display: grid; place-content: center; min-height: 90vh; margin: 0 1.5rem; text-align: center; }
`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

export const answerPagePolicy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** @param id of the request, as the page that waits chose it. */
export function answerPage(id: string, answer: SignInAnswer): string {
  const data = escapeXml(JSON.stringify({ id, answer }));
  return page(`<body data-answer="${data}">
<main><p role="status">Signing you in...</p></main>
<script>${script}</script>`);
}

/** Where no page waits. @param text a sentence for the visitor */
export function refusalPage(text: string): string {
  return page(`<body>
<main><p>${escapeXml(text)}</p><p><a href="/">To the site</a></p></main>`);
}

function page(body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Sign in</title>
<style>${style}</style>
</head>
${body}
</body>
</html>
`;
}
