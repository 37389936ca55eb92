import type { GitHubSnapshot } from "#lib/documents/github-snapshot.ts";
import { oneLine } from "#lib/one-line.ts";

const maxLanguages = 30;

/** @param repositories bytes by language of each. Largest share first; what is less than a thousandth is left out. */
export function languageShares(
  repositories: readonly Readonly<Record<string, number>>[],
): GitHubSnapshot["languages"] {
  const bytes = new Map<string, number>();
  for (const [name, size] of repositories.flatMap((one) => Object.entries(one))) {
    if (Number.isFinite(size) && size > 0) bytes.set(name, (bytes.get(name) ?? 0) + size);
  }
  const total = [...bytes.values()].reduce((sum, size) => sum + size, 0);
  return [...bytes]
    .map(([name, size]) => ({ name: oneLine(name, 100), share: size / total }))
    .filter(({ share }) => share >= 0.001)
    .toSorted((a, b) => b.share - a.share || a.name.localeCompare(b.name))
    .slice(0, maxLanguages);
}
