/** A link that dials `phone` (RFC 3966). Only what can be dialled has one: a number with words in it stays text. */
export function telephone(phone: string): string | undefined {
  const digits = phone.replaceAll(/[\s()./-]/g, "");
  return /^\+?\d{3,20}$/.test(digits) ? `tel:${digits}` : undefined;
}
