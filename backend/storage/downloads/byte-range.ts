/** Both ends are inside. */
type ByteRange = { start: number; end: number };

/**
 * Of a `Range` header (RFC 9110, section 14). Undefined when the whole is to be sent: without a header, for several
 * ranges, for what is no range of bytes, and for an empty object, which the SDK asks for with a range too.
 */
export function parseRange(
  header: string | null,
  sizeBytes: number,
): ByteRange | "unsatisfiable" | undefined {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (parts === null || sizeBytes === 0) return undefined;
  const [first = "", last = ""] = parts.slice(1);
  if (first === "" && last === "") return undefined;
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined;
  const start = first === "" ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return start > end ? "unsatisfiable" : { start, end };
}
