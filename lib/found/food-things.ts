/** Places and wishes as https://schema.org has them. */
import type { PublicFoodWish } from "../documents/food-wish.ts";
import type { Place } from "../documents/place.ts";
import { positionOf } from "../food/place-words.ts";
import { known, webAddress } from "./person.ts";
import type { Thing } from "./person.ts";

export function restaurant(place: Place): Thing {
  const { name, address, city, country, url } = place;
  const position = positionOf(place);
  const isAddressed = Boolean(address || city || country);
  return known({
    "@type": "Restaurant",
    name,
    url: webAddress(url),
    address: isAddressed
      ? known({
          "@type": "PostalAddress",
          streetAddress: address,
          addressLocality: city,
          addressCountry: country,
        })
      : undefined,
    geo: position && { "@type": "GeoCoordinates", ...position },
  });
}

/** @param rating of five, in half stars; undefined where none was given */
export function review(reviewed: Thing, rating: number | undefined): Thing {
  return known({
    "@type": "Review",
    itemReviewed: reviewed,
    reviewRating:
      rating === undefined
        ? undefined
        : { "@type": "Rating", ratingValue: rating, bestRating: 5, worstRating: 0.5 },
  });
}

/** A place to go to, or a dish, which is no restaurant of its own. */
export function wished({ title, place, image, notes }: PublicFoodWish, origin: string): Thing {
  const thing = place === undefined ? { "@type": "MenuItem", name: title } : restaurant(place);
  return known({ description: notes, ...thing, image: image && origin + image.src });
}
