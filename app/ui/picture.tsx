/**
 * A picture of a document, its box kept free and tinted until it is there. One that is stored (`/img/…`) comes in the
 * size and format that fit, any other as it is. `className` is the img's; the element around it has no box.
 */
import type { Image } from "#lib/documents/parts.ts";
import { imageWidths } from "#lib/image-address.ts";

export function Picture({
  image: { src, alt, width, height, placeholder },
  sizes,
  eager,
  className,
  initial,
}: {
  image: Image;
  /** How wide it is shown, as in HTML. */
  sizes: string;
  /** For what is seen first: it is not waited with, and goes before others. */
  eager?: boolean;
  className?: string;
  /** What stands there, with a sheet that says so, when the picture does not come. */
  initial?: string | undefined;
}) {
  const [, start, end] = /^(\/img\/[^/]+\/)[^/]+(\/.+)/.exec(src) ?? [];
  // Up to the first one that is no smaller than the picture, which is sent in its own size.
  const srcSet = (format: string) =>
    imageWidths
      .filter((_, at) => !at || imageWidths[at - 1]! < width)
      .map((each) => `${start}${each}.${format}${end} ${Math.min(each, width)}w`)
      .join();
  const attributes = { src, alt, width, height, className, style: placeholder };
  const img = (
    <img
      {...attributes}
      {...(start ? { srcSet: srcSet("webp"), sizes } : null)}
      alt={alt}
      data-initial={initial}
      loading={eager ? undefined : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
    />
  );
  return start ? (
    <picture>
      <source type="image/avif" srcSet={srcSet("avif")} sizes={sizes} />
      {img}
    </picture>
  ) : (
    img
  );
}
