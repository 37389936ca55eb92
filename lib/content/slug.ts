const maxLength = 80;

/** What a title is in an address: `Café & Crème` is `cafe-creme`. Empty for a title without Latin letters or digits. */
export function slugOf(title: string): string {
  const words = title
    .normalize("NFKD")
    .replaceAll(/[\p{M}'’]+/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  let slug = "";
  for (const word of words ?? []) {
    const longer = slug === "" ? word : `${slug}-${word}`;
    if (longer.length > maxLength) break;
    slug = longer;
  }
  return slug === "" ? (words?.[0] ?? "").slice(0, maxLength) : slug;
}
