import { Box, useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { MapEntryFragment } from '../../../api/types.ts';
import { count } from '../../../components/words.ts';
import { classOf, cssVariable } from './coloring.ts';
import { type Dot, draw } from './draw.ts';
import { EntryHint } from './entry-hint.tsx';
import { MapControls } from './map-controls.tsx';
import type { Coloring } from './search-params.ts';
import type { Point } from './use-layout.ts';
import { isInside, toScreen, type View, WHOLE, zoomAt } from './view.ts';

type Props = {
  entries: readonly MapEntryFragment[];
  points: ReadonlyMap<string, Point>;
  coloring: Coloring;
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  onOpen: (id: string) => void;
};

/** How near the pointer must be to a point, in pixels. */
const REACH = 10;
/** A press is no longer a click if the pointer moves farther than this, in pixels. */
const SLACK = 4;
/** How far an arrow key moves the map, in pixels. */
const STEP = 60;
const ZOOM_STEP = 1.4;

type Drag = { kind: 'pan' | 'lasso'; from: Point; view: View; moved: boolean };

/** The points of the entries, to look at, to zoom into, and to select from by drawing around them. */
export function MapCanvas({ entries, points, coloring, selected, onSelect, onOpen }: Props) {
  const { ref: frame, width, height } = useElementSize();
  const canvas = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme('light');
  const [view, setView] = useState(WHOLE);
  const [isLassoing, setIsLassoing] = useState(false);
  const [lasso, setLasso] = useState<Point[]>([]);
  const [hovered, setHovered] = useState<Dot | null>(null);
  const drag = useRef<Drag | null>(null);
  const size = useMemo(() => ({ width, height }), [width, height]);
  const dots = useMemo(() => {
    const style = getComputedStyle(document.documentElement);
    const now = Date.now();
    return entries.flatMap((entry): Dot[] => {
      const point = points.get(entry.id);
      if (point === undefined) return [];
      const color = style.getPropertyValue(cssVariable(classOf(entry, coloring, now)[scheme]));
      const isSelected = selected.has(entry.id);
      return [{ id: entry.id, color, isSelected, ...toScreen(point, view, size) }];
    });
  }, [entries, points, coloring, selected, view, size, scheme]);
  useEffect(() => {
    if (canvas.current === null || size.width === 0) return;
    const ink = getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-text');
    draw(canvas.current, size, { dots, hovered: hovered?.id ?? null, lasso, ink });
  }, [dots, hovered, lasso, size]);
  useEffect(() => {
    const element = canvas.current;
    // React's wheel listeners are passive, so they cannot prevent the page from scrolling.
    const zoom = (event: WheelEvent) => {
      event.preventDefault();
      const factor = Math.exp(-event.deltaY / 400);
      setView((before) => zoomAt(before, size, factor, { x: event.offsetX, y: event.offsetY }));
    };
    element?.addEventListener('wheel', zoom, { passive: false });
    return () => element?.removeEventListener('wheel', zoom);
  }, [size]);

  const nearestTo = (at: Point): Dot | null => {
    let found: Dot | null = null;
    let least = REACH;
    for (const dot of dots) {
      const distance = Math.hypot(dot.x - at.x, dot.y - at.y);
      if (distance >= least) continue;
      least = distance;
      found = dot;
    }
    return found;
  };
  const press = (event: PointerEvent<HTMLCanvasElement>) => {
    const from = placeOf(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    const kind = isLassoing || event.shiftKey ? 'lasso' : 'pan';
    drag.current = { kind, from, view, moved: false };
    if (kind === 'lasso') setLasso([from]);
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const at = placeOf(event);
    const current = drag.current;
    if (current === null) return setHovered(nearestTo(at));
    const { from, view: before } = current;
    if (Math.hypot(at.x - from.x, at.y - from.y) > SLACK) current.moved = true;
    if (!current.moved) return;
    setHovered(null);
    if (current.kind === 'lasso') return setLasso((path) => [...path, at]);
    setView({ ...before, left: before.left + at.x - from.x, top: before.top + at.y - from.y });
  };
  const release = (event: PointerEvent<HTMLCanvasElement>) => {
    const current = drag.current;
    drag.current = null;
    setLasso([]);
    if (current === null) return;
    if (!current.moved) {
      const clicked = nearestTo(placeOf(event));
      if (clicked !== null) onOpen(clicked.id);
      return;
    }
    if (current.kind === 'pan') return;
    onSelect(new Set(dots.filter((dot) => isInside(dot, lasso)).map(({ id }) => id)));
    setIsLassoing(false);
  };
  const pan = (left: number, top: number) =>
    setView((before) => ({ ...before, left: before.left + left, top: before.top + top }));
  const zoom = (factor: number) => setView((before) => zoomAt(before, size, factor));
  const keys: Record<string, () => void> = {
    ArrowLeft: () => pan(STEP, 0),
    ArrowRight: () => pan(-STEP, 0),
    ArrowUp: () => pan(0, STEP),
    ArrowDown: () => pan(0, -STEP),
    '+': () => zoom(ZOOM_STEP),
    '=': () => zoom(ZOOM_STEP),
    '-': () => zoom(1 / ZOOM_STEP),
    0: () => setView(WHOLE),
    Escape: () => onSelect(new Set()),
  };
  const hoveredEntry = hovered && entries.find(({ id }) => id === hovered.id);
  return (
    <Box ref={frame} pos="relative" h={{ base: 360, sm: 520, lg: 600 }} miw={0}>
      <Box
        tabIndex={0}
        role="application"
        h="100%"
        aria-label={`Map of ${count(dots.length, 'entry', 'entries')}. Arrow keys move it, plus and minus zoom, 0 shows all, Escape ends the selection. The list after the map has the same entries.`}
        style={{ borderRadius: 'var(--mantine-radius-md)' }}
        onKeyDown={(event) => {
          const act = keys[event.key];
          if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          act();
        }}
      >
        <canvas
          ref={canvas}
          style={{
            width: '100%',
            height: '100%',
            display: 'block',
            touchAction: 'none',
            cursor: isLassoing ? 'crosshair' : hovered ? 'pointer' : 'grab',
          }}
          onPointerDown={press}
          onPointerMove={move}
          onPointerUp={release}
          onPointerCancel={() => {
            drag.current = null;
            setLasso([]);
          }}
          onPointerLeave={() => setHovered(null)}
        />
      </Box>
      <MapControls
        isLassoing={isLassoing}
        onLasso={() => setIsLassoing(!isLassoing)}
        onZoomIn={() => zoom(ZOOM_STEP)}
        onZoomOut={() => zoom(1 / ZOOM_STEP)}
        onShowAll={() => setView(WHOLE)}
      />
      {hovered && hoveredEntry && <EntryHint entry={hoveredEntry} at={hovered} size={size} />}
    </Box>
  );
}

function placeOf({ nativeEvent }: PointerEvent): Point {
  return { x: nativeEvent.offsetX, y: nativeEvent.offsetY };
}
