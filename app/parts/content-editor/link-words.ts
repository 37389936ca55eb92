import { whenOf } from "#app/parts/tool-frame/when.ts";
import type { LinkCheck } from "#lib/link-check.ts";

export type LinkSaid = { text: string; isProblem: boolean };

/**
 * What the last look found of the links that are written now.
 * @param urls at least one
 */
export function linksSaid(urls: readonly string[], check: LinkCheck | undefined): LinkSaid[] {
  const found = new Map(check?.links.map((link) => [link.url, link]));
  const known = urls.flatMap((url) => found.get(url) ?? []);
  if (check === undefined || known.length === 0) {
    return [
      {
        text:
          urls.length === 1
            ? "This link was not checked yet."
            : "These links were not checked yet.",
        isProblem: false,
      },
    ];
  }
  const when = `Checked ${whenOf(check.checkedAt)}.`;
  const broken = known.filter(({ problem }) => problem !== null);
  const lines = broken.map(({ url, problem }) => {
    const which = urls.length === 1 ? "" : `${url}: `;
    return { text: `${which}${problem} ${when}`, isProblem: true };
  });
  const works = known.length - broken.length;
  if (works > 0) lines.push({ text: `${worksSaid(works, urls.length)} ${when}`, isProblem: false });
  const unknown = urls.length - known.length;
  if (unknown > 0) {
    const text = unknown === 1 ? "One was not checked yet." : `${unknown} were not checked yet.`;
    lines.push({ text, isProblem: false });
  }
  return lines;
}

function worksSaid(works: number, all: number): string {
  if (works < all)
    return works === 1 ? `One of ${all} links works.` : `${works} of ${all} links work.`;
  return all === 1 ? "The link works." : `All ${all} links work.`;
}
