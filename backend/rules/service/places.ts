/** Geopoints and paths of Firestore and Storage rules. */
import { noValue } from "../evaluation.ts";
import { known, toSegment } from "./access.ts";
import type { Budget } from "./budget.ts";
import { define } from "./definition.ts";
import { type ServiceLatLng, type ServiceMap, type ServicePath, valueAt } from "./value.ts";

const earthRadiusMetres = 6_371_010;

export const placeDefinitions = [
  define("latlng.value", ["number", "number"], "latlng", (latitude, longitude) =>
    latLngOf(Number(latitude), Number(longitude)),
  ),
  define(".latitude", ["latlng"], "float", ({ latitude }) => latitude),
  define(".longitude", ["latlng"], "float", ({ longitude }) => longitude),
  define(".distance", ["latlng", "latlng"], "float", distance),
  define("path", ["string"], "path", (text) => {
    const segments = text.replace(/^\//, "").split("/");
    if (segments.includes("")) throw noValue;
    return { type: "path", segments };
  }),
  define(".bind", ["path", "map"], "path", bind),
];

/** `path('/a/{x}').bind({'x': 'b'})`: production's verdicts have it, its reference has only paths that are written down. */
function bind(path: ServicePath, values: ServiceMap, budget: Budget): ServicePath {
  const bound = new Map<string, string>();
  const segments = path.segments.map((segment) => {
    const name = /^\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(segment)?.[1];
    if (name === undefined) return segment;
    const text = toSegment(known(valueAt(values, name, budget)), budget);
    bound.set(name, text);
    return text;
  });
  return { type: "path", segments, bound };
}

function latLngOf(latitude: number, longitude: number): ServiceLatLng {
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  if (!isOnEarth) throw noValue;
  return { type: "latlng", latitude, longitude };
}

/** On a sphere, by the haversine formula. */
function distance(one: ServiceLatLng, other: ServiceLatLng): number {
  const [north, south] = [radians(one.latitude), radians(other.latitude)];
  const across = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  const along = Math.sin((south - north) / 2) ** 2;
  const half = along + Math.cos(north) * Math.cos(south) * across;
  return 2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(half)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
