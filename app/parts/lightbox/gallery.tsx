import { useId } from "react";
import { Picture } from "#app/ui/picture.tsx";
import type { Image } from "#lib/documents/parts.ts";
import { Lightbox } from "./lightbox.tsx";

/** The pictures cropped to one shape; each opens whole, and leads to the ones beside it. */
export function Gallery({ pictures }: { pictures: Image[] }) {
  const prefix = useId();
  const idOf = (at: number) => (at in pictures ? `${prefix}${at}` : undefined);
  return (
    <ul className="gallery">
      {pictures.map((image, at) => (
        <li key={at}>
          <button type="button" popoverTarget={idOf(at)}>
            <Picture image={image} sizes="(width < 36em) 100vw, 26rem" />
            <span className="unseen">, enlarge</span>
          </button>
          <Lightbox
            id={idOf(at)!}
            label={`Picture ${at + 1} of ${pictures.length}`}
            image={image}
            previous={idOf(at - 1)}
            next={idOf(at + 1)}
          >
            <p className="quiet">
              {at + 1} of {pictures.length}
            </p>
          </Lightbox>
        </li>
      ))}
    </ul>
  );
}
