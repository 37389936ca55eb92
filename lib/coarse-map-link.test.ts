import { expect, test } from "vitest";
import { coarseMapLink } from "./coarse-map-link.ts";

test.for([
  [
    "https://www.google.com/maps/search/52.5200066,13.4049540",
    "https://www.google.com/maps/search/52.52,13.405",
  ],
  [
    "https://www.google.de/maps/place/Da+Nino/@44.4941902,11.3465186,17z/data=!3m1!4b1!8m2!3d44.4941902!4d-11.3465186?hl=it",
    "https://www.google.de/maps/place/Da+Nino/@44.494,11.347,17z/data=!3m1!4b1!8m2!3d44.494!4d-11.347?hl=it",
  ],
  [
    "https://maps.google.co.uk/?q=52.5200066%2C13.4049540",
    "https://maps.google.co.uk/?q=52.52%2C13.405",
  ],
  [
    "https://www.google.com/maps/place/52%C2%B031'12.3%22N+13%C2%B024'59.8%22E/",
    "https://www.google.com/maps/place/52%C2%B031'12%22N+13%C2%B024'56%22E/",
  ],
  [
    "https://www.openstreetmap.org/#map=19/52.520007/13.404954",
    "https://www.openstreetmap.org/#map=19/52.52/13.405",
  ],
  [
    "https://www.google.com/maps/search/?api=1&query=52.520008%2C%2013.404954",
    "https://www.google.com/maps/search/?api=1&query=52.52%2C%2013.405",
  ],
  ["geo:52.5200066,13.4049540", "geo:52.52,13.405"],
])("%s is published as %s", ([link = "", coarse]) => {
  expect(coarseMapLink(link)).toBe(coarse);
});

test.for([
  "https://www.google.com/maps?cid=1234567890123456789",
  "https://maps.app.goo.gl/AbC123",
  "https://example.org/v1.23456/menu",
  "https://notgoogle.com/52.5200066,13.4049540",
  "not an address",
])("%s stays as it is", (link) => {
  expect(coarseMapLink(link)).toBe(link);
});
