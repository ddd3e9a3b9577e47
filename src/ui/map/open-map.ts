/**
 * Design note. Leaflet, its stylesheet and the outline of the country are in the chunk of this file, which loads only
 * when a map opens (map-field.tsx). The lowest layer is our own base map: land as SVG coloured by the stylesheet, so
 * that it follows the theme, and labels from the caller. If a tile server is set, its pictures are above it. Where they
 * fail to load, the base map stays visible.
 */
import * as L from "leaflet";
import "leaflet/dist/leaflet.css";
import { unpackRing, type Label, type Outline } from "./outline.ts";
import outlineHref from "./outline.json?url";
import { clampToBounds, mapBounds, type Point } from "./point.ts";
import styles from "./map.module.css";

export type MapSource = {
  /** Address of the tiles and their credit; null for the base map alone. */
  tiles: () => Promise<{ url: string; credit: string } | null>;
  /** Labels in a part of the map, down to a level; whole degrees. */
  labels: (box: { west: number; south: number; east: number; north: number; level: number }) => Promise<Label[]>;
};

export type OpenMap = {
  /** Sets or removes the pin without calling `onPin`. */
  setPin(point: Point | null): void;
  /** Moves the view, and zooms in when it is far away. */
  moveTo(point: Point, zoom?: number): void;
  close(): void;
};

const zooms = { least: 4, start: 9, close: 10, street: 15, closeTiles: 16, mostPlain: 12, mostTiles: 18 };
/** Pixels that an arrow key moves the pin: alone, and with Shift. */
const keySteps = { small: 8, large: 48 };

/** Opens a map in an empty box. `onPin` is called when the user sets the pin. */
export function openMap(
  box: HTMLElement,
  { start, pin, source, onPin }: { start: Point; pin: Point | null; source: MapSource; onPin: (point: Point) => void },
): OpenMap {
  const bounds = L.latLngBounds([mapBounds.south - 3, mapBounds.west - 3], [mapBounds.north + 3, mapBounds.east + 3]);
  const map = L.map(box, {
    center: start,
    zoom: pin ? zooms.close : zooms.start,
    minZoom: zooms.least,
    maxZoom: zooms.mostPlain,
    maxBounds: bounds,
    zoomControl: false,
    attributionControl: false,
    scrollWheelZoom: false,
    fadeAnimation: !matchMedia("(prefers-reduced-motion: reduce)").matches,
    zoomAnimation: !matchMedia("(prefers-reduced-motion: reduce)").matches,
  });
  const credit = L.control.attribution({ prefix: false }).addTo(map);
  credit.addAttribution("Natural Earth · GeoNames");
  L.control.zoom({ position: "topright", zoomInTitle: "Perbesar", zoomOutTitle: "Perkecil" }).addTo(map);
  L.control.scale({ imperial: false, position: "bottomleft" }).addTo(map);
  // The wheel scrolls the page unless the map has the focus.
  map.on("focus", () => map.scrollWheelZoom.enable());
  map.on("blur", () => map.scrollWheelZoom.disable());

  const marker = L.marker(pin ?? start, {
    draggable: true,
    autoPan: true,
    keyboard: true,
    title: "Pin",
    alt: "Pin. Panah untuk menggeser",
    icon: L.divIcon({ className: styles.pin ?? "", html: pinPicture, iconSize: [36, 44], iconAnchor: [18, 42] }),
  }).addTo(map);

  let unset = pin === null;
  let hasStreets = false;
  function setPin(point: Point | null): void {
    unset = point === null;
    if (point) marker.setLatLng(point);
    marker.getElement()?.classList.toggle(styles.unset ?? "", point === null);
  }
  function choose(at: L.LatLng): void {
    const point = clampToBounds(at);
    // When streets can be shown, the first pin is set only at that zoom. From further away it would miss the house.
    if (unset && hasStreets && map.getZoom() < zooms.street) {
      marker.setLatLng(point);
      map.setView(point, zooms.closeTiles);
      return;
    }
    setPin(point);
    onPin(point);
  }
  setPin(pin);
  map.on("click", (event) => choose(event.latlng));
  marker.on("dragend", () => choose(marker.getLatLng()));
  marker.on("click", () => choose(marker.getLatLng()));

  function onKey(event: KeyboardEvent): void {
    if (event.key === "Enter" || event.key === " ") {
      // Enter would send the form around the map.
      event.preventDefault();
      event.stopPropagation();
      if (event.target === box) choose(map.getCenter());
      else if (event.target === marker.getElement()) choose(marker.getLatLng());
      else if (event.target instanceof HTMLElement) event.target.click();
      return;
    }
    const way = arrows[event.key];
    if (event.target !== marker.getElement() || !way) return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? keySteps.large : keySteps.small;
    choose(
      map.containerPointToLatLng(map.latLngToContainerPoint(marker.getLatLng()).add(L.point(way).multiplyBy(step))),
    );
    map.panInside(marker.getLatLng(), { padding: [60, 60] });
  }
  box.addEventListener("keydown", onKey, true);

  let close = zooms.close;
  const closing = new AbortController();
  void drawLand(map, closing.signal).then((drawn) => drawn && drawGrid(map));
  const labels = startLabels(map, source.labels);
  void source.tiles().then((tiles) => {
    if (!tiles || closing.signal.aborted) return;
    close = zooms.closeTiles;
    hasStreets = true;
    map.setMaxZoom(zooms.mostTiles);
    if (pin) map.setZoom(close);
    L.tileLayer(tiles.url, { maxZoom: zooms.mostTiles, className: styles.tiles ?? "" }).addTo(map);
    credit.addAttribution(escapeText(tiles.credit));
    labels.stop();
  });
  const resized = new ResizeObserver(() => map.invalidateSize());
  resized.observe(box);

  return {
    setPin: setPin,
    moveTo(point, zoom = close) {
      // Until the user sets the pin, it stays in the middle of the view.
      if (unset) marker.setLatLng(point);
      map.setView(point, Math.max(map.getZoom(), Math.min(zoom, map.getMaxZoom())));
    },
    close() {
      closing.abort();
      labels.stop();
      resized.disconnect();
      box.removeEventListener("keydown", onKey, true);
      map.remove();
    },
  };
}

const arrows: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

const pinPicture =
  '<svg viewBox="0 0 36 44" aria-hidden="true"><path d="M18 42C18 42 33 28.6 33 17A15 15 0 1 0 3 17C3 28.6 18 42 18 42Z"/><circle cx="18" cy="17" r="5.5"/></svg>';

const escapeText = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** Lines of latitude and longitude, finer at higher zoom. They give an empty stretch of land a scale. */
function drawGrid(map: L.Map): void {
  let drawn = 0;
  let layer: L.Polyline | undefined;
  function draw(): void {
    const zoom = map.getZoom();
    const step = zoom < 6 ? 5 : zoom < 8 ? 2 : zoom < 10 ? 0.5 : 0.25;
    if (step === drawn) return;
    drawn = step;
    layer?.remove();
    const lines: [number, number][][] = [];
    const { south, north, west, east } = mapBounds;
    for (let lat = Math.floor(south) - 3; lat <= north + 3; lat += step)
      lines.push([
        [lat, west - 5],
        [lat, east + 5],
      ]);
    for (let lng = Math.floor(west) - 5; lng <= east + 5; lng += step)
      lines.push([
        [south - 5, lng],
        [north + 5, lng],
      ]);
    layer = L.polyline(lines, {
      interactive: false,
      className: styles.grid ?? "",
      smoothFactor: 0,
      noClip: true,
    }).addTo(map);
  }
  map.on("zoomend", draw);
  draw();
}

/** Land of Indonesia and its neighbours. The sea is the box's background. */
async function drawLand(map: L.Map, signal: AbortSignal): Promise<boolean> {
  const outline = await fetch(outlineHref, { signal })
    .then((response) => response.json() as Promise<Outline>)
    .catch(() => undefined);
  if (!outline || signal.aborted) return false;
  const renderer = L.svg({ padding: 0.6 });
  for (const [rings, className] of [
    [outline.abroad, styles.abroad],
    [outline.home, styles.home],
  ] as const) {
    const shapes = rings.map((ring) => [unpackRing(ring, outline.grid)]);
    L.polygon(shapes, { renderer, interactive: false, className: className ?? "", smoothFactor: 1.2 }).addTo(map);
  }
  return true;
}

/** Draws labels where there is room, important ones first. */
function startLabels(map: L.Map, load: MapSource["labels"]): { stop(): void } {
  const layer = L.layerGroup().addTo(map);
  let turn = 0;
  async function write(): Promise<void> {
    turn += 1;
    const own = turn;
    const zoom = map.getZoom();
    const view = map.getBounds();
    const found = await load({
      west: Math.max(80, Math.floor(view.getWest())),
      south: Math.max(-20, Math.floor(view.getSouth())),
      east: Math.min(150, Math.ceil(view.getEast())),
      north: Math.min(15, Math.ceil(view.getNorth())),
      level: zoom < 7 ? 1 : zoom < 9 ? 2 : 3,
    }).catch(() => []);
    if (own !== turn) return;
    layer.clearLayers();
    const taken: L.Bounds[] = [];
    const size = map.getSize();
    const important = zoom >= 8 ? found.filter(({ level }) => level > 1) : found;
    for (const label of important) {
      const at = map.latLngToContainerPoint(label);
      const room = L.bounds(
        at.subtract([label.name.length * 3.6 + 10, 12]),
        at.add([label.name.length * 3.6 + 10, 12]),
      );
      if (at.x < 0 || at.y < 0 || at.x > size.x || at.y > size.y || taken.some((one) => one.overlaps(room))) continue;
      taken.push(room);
      const icon = L.divIcon({
        className: [styles.label, styles[`level${label.level}`]].join(" "),
        html: `<i></i><span>${escapeText(label.name)}</span>`,
        iconSize: [0, 0],
      });
      L.marker(label, { icon, interactive: false, keyboard: false, zIndexOffset: -1000 }).addTo(layer);
    }
  }
  const again = () => void write();
  map.on("moveend", again);
  again();
  return {
    stop() {
      turn += 1;
      map.off("moveend", again);
      layer.clearLayers();
    },
  };
}
