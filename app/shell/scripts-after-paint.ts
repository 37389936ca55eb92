/**
 * The page is readable without its scripts, and the preloader covers it for a second: so they are asked for when it has
 * been painted, and the first paint has connection and processor to itself. React Router writes its own elements for
 * them; here they are made to wait in the finished document.
 */

/** A page in a tab behind is not painted, and some browsers do not tell: then it is two seconds. */
const starter =
  "{let d,s=()=>{if(d)return;d=1;" +
  "for(let l of document.querySelectorAll('link[rel=after-paint]'))l.rel='modulepreload';" +
  "let w=document.querySelector('script[type=after-paint]'),m=document.createElement('script');" +
  "m.type='module';m.async=true;m.nonce=w.nonce;m.text=w.text;w.replaceWith(m)};" +
  "setTimeout(s,2e3);new PerformanceObserver(s).observe({type:'paint',buffered:true})}";

/**
 * @param nonce marks the starter as ours, as every other inline script.
 * @returns the same document, its scripts waiting. Content cannot look like the elements: React and React Router escape
 * its `<`.
 */
export function startScriptsAfterPaint(html: string, nonce: string): string {
  const waiting = html
    .replaceAll('<link rel="modulepreload"', '<link rel="after-paint"')
    .replace(/(<script\b[^<>]*) type="module"/, '$1 type="after-paint"');
  return waiting === html
    ? html
    : waiting.replace("</body>", `<script nonce="${nonce}">${starter}</script></body>`);
}
