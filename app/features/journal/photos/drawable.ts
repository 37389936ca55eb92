/** Whether this browser shows it: what was kept on a device that can, or is of a kind that all of them know. */
export function isDrawable({ type, width }: { type: string; width: number }): boolean {
  return /^image\/(?:jpeg|png|webp|avif|gif)$/.test(type) || (isPicture(type) && width > 0);
}

export function isPicture(type: string): boolean {
  return type.startsWith("image/");
}
