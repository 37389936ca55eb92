/** Leaflet, and what we ask of it. Loaded when somebody wants to see a map. */
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "leaflet/dist/leaflet.css";
// oxlint-disable-next-line import/no-unassigned-import
import "../../styles/map.css";
import { divIcon, latLngBounds, map as createMap, marker, tileLayer } from "leaflet";
import type { Marker } from "leaflet";
import { escapeXml } from "#lib/escape-xml.ts";
import type { MapTiles } from "#lib/map-source.ts";

export type MapPlace = {
  id: string;
  title: string;
  /** WGS 84, in degrees. */
  latitude: number;
  longitude: number;
  /** How many things lie there, where that is not one. */
  count?: number;
};

export type OpenMap = {
  /** Instead of those shown before, numbered from 1 on or with their counts, all of them in view. */
  show(places: readonly MapPlace[]): void;
  /** Brings one into view and says its name. */
  choose(id: string): void;
  close(): void;
};

/** Positions are known to about a hundred metres: nearer would promise more. */
const nearestZoom = 16;
const startZoom = 14;

/** @param onTrouble called once, when a part of the map does not come */
export function openMap(
  box: HTMLElement,
  {
    tiles,
    onChoose,
    onTrouble,
  }: { tiles: MapTiles; onChoose: (id: string) => void; onTrouble: () => void },
): OpenMap {
  const moves = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  const map = createMap(box, {
    maxZoom: nearestZoom,
    // Whoever scrolls the page stays on it.
    scrollWheelZoom: false,
    fadeAnimation: moves,
    zoomAnimation: moves,
    markerZoomAnimation: moves,
  });
  map.attributionControl.setPrefix(false);
  tileLayer(tiles.url, { attribution: creditHtml(tiles), maxZoom: nearestZoom })
    .once("tileerror", onTrouble)
    .addTo(map);
  let markers = new Map<string, Marker>();
  let isAsked = false;

  return {
    show(places) {
      for (const shown of markers.values()) shown.remove();
      markers = new Map(
        places.map((place, at) => {
          const { id, title, latitude, longitude, count } = place;
          const icon = divIcon({
            className: "map-pin",
            html: pinOf(count ?? at + 1, title),
            iconSize: [32, 32],
          });
          const pin = marker([latitude, longitude], { icon, title })
            .bindPopup(popupOf(title), { autoPan: false, minWidth: 160 })
            .on("popupopen", () => isAsked || onChoose(id))
            .addTo(map);
          return [id, pin];
        }),
      );
      const bounds = latLngBounds(places.map(({ latitude, longitude }) => [latitude, longitude]));
      if (bounds.isValid()) {
        map.fitBounds(bounds, { padding: [40, 40], maxZoom: startZoom, animate: false });
      }
    },
    choose(id) {
      const pin = markers.get(id);
      if (pin === undefined) return;
      isAsked = true;
      pin.openPopup();
      isAsked = false;
      map.panTo(pin.getLatLng(), { animate: moves });
    },
    close: () => map.remove(),
  };
}

/** As HTML, which the library wants. */
function creditHtml({ credit: { text, url } }: MapTiles): string {
  return url === undefined
    ? escapeXml(text)
    : `<a href="${escapeXml(url)}" rel="noopener noreferrer">${escapeXml(text)}</a>`;
}

function pinOf(number: number, title: string): HTMLElement {
  const words = document.createElement("span");
  words.className = "unseen";
  words.textContent = ` ${title}`;
  const pin = document.createElement("span");
  pin.append(`${number}`, words);
  return pin;
}

function popupOf(title: string): HTMLElement {
  const words = document.createElement("p");
  words.dir = "auto";
  words.textContent = title;
  return words;
}
