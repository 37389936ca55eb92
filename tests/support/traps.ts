/** Whether an attack of hostile-values.ts has come through: into the bytes of a page, into Markdown, or to life in one. */
import type { Page } from "@playwright/test";
import { flag } from "./hostile-values.ts";

/** As none of it may stand in a page's HTML. A quote in the data of a script is one of its texts. */
const unescaped =
  /.{0,60}(?:<img src=x|<svg[ /]onload|(?<!\\)"onmouseover=|<script>global).{0,60}/gi;

export function trapsInHtml(html: string): string[] {
  return html.match(unescaped) ?? [];
}

/** What a reader of Markdown would take for HTML, or for a link that runs something. Code is shown as it is. */
export function trapsInMarkdown(markdown: string): string[] {
  const words = markdown.replaceAll(/(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, "");
  const lively = /.{0,60}(?:(?<!\\)<(?:img|svg|script|a )|\]\(\s*(?:javascript|data):).{0,60}/gi;
  return words.match(lively) ?? [];
}

/** Where something that a browser would run has come through, in the page, its frames and its data for programs. */
export function trapsIn(page: Page): Promise<string[]> {
  return page.evaluate(async (name) => {
    // What was drawn a moment ago has its pictures and handlers then.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const windows = [
      window,
      ...[...document.querySelectorAll("iframe")].flatMap((it) => it.contentWindow ?? []),
    ];
    const found = '[onerror],[onload],[onmouseover],img[src="x"],svg[onload]';
    const links = ["a[href]", "form[action]", "iframe[src]", "object", "embed", "base"];
    const told = [...document.querySelectorAll('script[type="application/ld+json"]')];
    // What cannot be read is thrown.
    const facts = JSON.stringify(told.map((it) => JSON.parse(it.textContent) as unknown));
    const wild = facts.match(/"\s*(?:javascript|data):[^"]{0,60}/gi) ?? [];
    const parts = windows.flatMap((one) => {
      const all = [...one.document.querySelectorAll(`${found},${links.join(",")}`)];
      const bad = all.filter((it) => {
        const address =
          it.getAttribute("href") ?? it.getAttribute("action") ?? it.getAttribute("src");
        return it.matches(found) || /^[^a-z/#]*(?:j\s*a\s*v\s*a|data)\S*:/i.test(address ?? "");
      });
      return [...(name in one ? ["it ran"] : []), ...bad.map((it) => it.outerHTML.slice(0, 200))];
    });
    return [...wild, ...parts];
  }, flag);
}

/** Of an Atom feed, read as a program does: a fault of its form, elements that texts have become, and what would run. */
export function trapsInFeed(page: Page, xml: string): Promise<string[]> {
  return page.evaluate((text) => {
    const tree = new DOMParser().parseFromString(text, "text/xml");
    const bad = '[onerror],[onload],[onmouseover],script,svg,iframe,a[href^="java" i],img[src="x"]';
    return [
      ...tree.querySelectorAll("parsererror, svg, img, script"),
      ...[...tree.querySelectorAll("content")].flatMap((content) => [
        ...new DOMParser().parseFromString(content.textContent, "text/html").querySelectorAll(bad),
      ]),
    ].map((it) => it.outerHTML.slice(0, 200));
  }, xml);
}
