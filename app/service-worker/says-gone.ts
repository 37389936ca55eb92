/**
 * True for an answer that says there is no such page or file any more: hidden, renamed or removed. A page that is gone
 * leads home; a navigation may not look behind that, and React Router's data say it with 202.
 */
export function saysGone({ status, type }: Pick<Response, "status" | "type">): boolean {
  return type === "opaqueredirect" || [202, 301, 302, 307, 308, 404, 410].includes(status);
}
