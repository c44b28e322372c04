import type { Point } from './use-layout.ts';
import type { Size } from './view.ts';

/** A point as it is drawn, in pixels of the canvas. */
export type Dot = Point & { id: string; color: string; isSelected: boolean };

export type Drawing = {
  dots: readonly Dot[];
  hovered: string | null;
  lasso: readonly Point[];
  /** The color of the outlines of what is selected or pointed at. */
  ink: string;
};

const RADIUS = 4;

/** Draws the map. Points that are not selected are paler while others are. */
export function draw(canvas: HTMLCanvasElement, size: Size, drawing: Drawing): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(size.width * ratio);
  canvas.height = Math.round(size.height * ratio);
  context.scale(ratio, ratio);
  const { dots, hovered, lasso, ink } = drawing;
  const isAnySelected = dots.some(({ isSelected }) => isSelected);
  for (const { id, x, y, color, isSelected } of dots) {
    const isHovered = id === hovered;
    context.globalAlpha = isAnySelected && !isSelected && !isHovered ? 0.25 : 0.85;
    context.fillStyle = color;
    context.beginPath();
    context.arc(x, y, isHovered ? RADIUS + 3 : RADIUS, 0, 2 * Math.PI);
    context.fill();
    if (!isSelected && !isHovered) continue;
    context.globalAlpha = 1;
    context.strokeStyle = ink;
    context.lineWidth = 1.5;
    context.stroke();
  }
  const [first, ...others] = lasso;
  if (first === undefined) return;
  context.globalAlpha = 1;
  context.strokeStyle = ink;
  context.lineWidth = 1.5;
  context.setLineDash([4, 4]);
  context.beginPath();
  context.moveTo(first.x, first.y);
  for (const { x, y } of others) context.lineTo(x, y);
  context.closePath();
  context.stroke();
}
