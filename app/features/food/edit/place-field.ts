import type { Field } from "#app/parts/forms/field.ts";
import { countryOptions } from "./countries.ts";

/** Where it is, of posts and wishes alike. */
export function placeField(): Field {
  return {
    kind: "group",
    name: "place",
    label: "Place",
    help: "One that anybody can look up, not a home.",
    fields: [
      { kind: "text", name: "name", label: "Name", maxLength: 200 },
      { kind: "text", name: "address", label: "Street and number", maxLength: 300 },
      { kind: "text", name: "city", label: "Town", maxLength: 120 },
      {
        kind: "select",
        name: "country",
        label: "Country",
        none: "None",
        options: countryOptions(),
      },
      {
        kind: "href",
        name: "url",
        label: "Link",
        maxLength: 2000,
        placeholder: "https://…",
        help: "Its own page, or one about it.",
      },
      {
        kind: "number",
        name: "latitude",
        label: "Latitude",
        min: -90,
        max: 90,
        help: "For the map. It is published to about a hundred metres. What a photo says of its place is never used: it is taken away before the photo is published.",
      },
      { kind: "number", name: "longitude", label: "Longitude", min: -180, max: 180 },
    ],
  };
}
