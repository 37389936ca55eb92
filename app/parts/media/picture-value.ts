/** What documents and drafts keep of a picture and of a file. */
export type PictureValue = {
  /** `/img/…`, or `/drafts/…` of what is in a draft only. */
  src: string;
  alt: string;
  /** Pixels, upright. */
  width: number;
  height: number;
  /** Base64. */
  thumbhash?: string;
};

export type FileValue = { src: string; bytes: number };

/** Undefined for what is none: a draft may hold anything. */
export function pictureValueOf(value: unknown): PictureValue | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { src, alt, width, height, thumbhash } = value as Partial<
    Record<keyof PictureValue, unknown>
  >;
  if (typeof src !== "string" || typeof width !== "number" || typeof height !== "number") {
    return undefined;
  }
  return {
    src,
    alt: typeof alt === "string" ? alt : "",
    width,
    height,
    ...(typeof thumbhash === "string" && { thumbhash }),
  };
}

export function fileValueOf(value: unknown): FileValue | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { src, bytes } = value as Partial<Record<keyof FileValue, unknown>>;
  return typeof src === "string"
    ? { src, bytes: typeof bytes === "number" ? bytes : 0 }
    : undefined;
}
