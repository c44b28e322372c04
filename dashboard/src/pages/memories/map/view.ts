import type { Point } from './use-layout.ts';

/** The part of the map that the canvas shows: the zoom factor, and the offset of the map's center in pixels. */
export type View = { zoom: number; left: number; top: number };
export type Size = { width: number; height: number };

const MARGIN = 24;
const LEAST_ZOOM = 0.5;
const GREATEST_ZOOM = 40;

export const WHOLE: View = { zoom: 1, left: 0, top: 0 };

/** Pixels of the canvas for the whole map without zoom. */
function unit({ width, height }: Size): number {
  return Math.max(1, Math.min(width, height) - 2 * MARGIN);
}

/** Where a point of the map is on the canvas. */
export function toScreen(point: Point, view: View, size: Size): Point {
  const length = unit(size) * view.zoom;
  return {
    x: size.width / 2 + view.left + (point.x - 0.5) * length,
    y: size.height / 2 + view.top + (point.y - 0.5) * length,
  };
}

/** Zooms around a place of the canvas: the point of the map at this place stays there. */
export function zoomAt(view: View, size: Size, factor: number, at?: Point): View {
  const zoom = Math.min(GREATEST_ZOOM, Math.max(LEAST_ZOOM, view.zoom * factor));
  const applied = zoom / view.zoom;
  const x = (at?.x ?? size.width / 2) - size.width / 2;
  const y = (at?.y ?? size.height / 2) - size.height / 2;
  return { zoom, left: x - (x - view.left) * applied, top: y - (y - view.top) * applied };
}

/** True if a place is inside a polygon (even-odd rule). */
export function isInside({ x, y }: Point, polygon: readonly Point[]): boolean {
  let inside = false;
  for (const [i, one] of polygon.entries()) {
    const other = polygon.at(i - 1) as Point;
    const crosses = one.y > y !== other.y > y;
    if (crosses && x < ((other.x - one.x) * (y - one.y)) / (other.y - one.y) + one.x) {
      inside = !inside;
    }
  }
  return inside;
}
