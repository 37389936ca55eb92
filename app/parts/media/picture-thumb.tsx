import { placeholderOf } from "#lib/picture-placeholder.ts";
import type { PictureValue } from "./picture-value.ts";
import { usePictureUrl } from "./use-media.ts";

/** A picture as a form shows it: small, whole, on its placeholder until it is there. */
export function PictureThumb({
  picture: { src, alt, width, height, thumbhash },
}: {
  picture: PictureValue;
}) {
  const { url, problem } = usePictureUrl(src);
  const box = { aspectRatio: `${width} / ${height}` };
  const placeholder = thumbhash === undefined ? undefined : placeholderOf(thumbhash);
  if (problem !== undefined) return <p className="media-thumb field-problem">{problem}</p>;
  return url === undefined ? (
    <span className="media-thumb" style={{ ...box, ...placeholder }} />
  ) : (
    <img className="media-thumb" style={box} src={url} alt={alt} {...{ width, height }} />
  );
}
