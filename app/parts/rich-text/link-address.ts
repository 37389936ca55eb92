/** What somebody typed, as an address: `example.com` is a site, `me@example.com` a mailbox. */
export function completeAddress(typed: string): string {
  const text = typed.trim();
  if (text === "" || text.startsWith("/") || /^[a-z][a-z0-9+.-]*:/i.test(text)) return text;
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`;
  return /^[^\s/]+\.[^\s/]+/.test(text) ? `https://${text}` : text;
}
