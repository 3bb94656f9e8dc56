// A page's screenshot in which the user points at an element: with the pointer, or with arrow keys, which move a crosshair.

import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useState } from 'react';
import { elementAt, type PageDetails, type PageElement } from '../../../shared/features/sharedBrowser/sharedBrowser.ts';
import { classes } from '../../ui/classes.ts';
import { placeAt } from './pointedElement.ts';
import { sharedBrowserWords } from './words.ts';

interface Point {
  x: number;
  y: number;
}

/** In CSS pixels of the page; with Shift, one. */
const step = 16;

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface PointPictureProps {
  page: PageDetails;
  url: string;
  picture: RefObject<HTMLImageElement | null>;
  picked: PageElement | null;
  label: (element: PageElement) => string;
  onPick: (element: PageElement) => void;
}

export function PointPicture({ page, url, picture, picked, label, onPick }: PointPictureProps) {
  const [crosshair, setCrosshair] = useState<Point | null>(null);
  const [hovered, setHovered] = useState<Point | null>(null);
  const at = (point: Point): PageElement => elementAt(page.elements, point.x, point.y) ?? placeAt(point);
  const under = crosshair ?? hovered;
  const pointAt = ({ clientX, clientY }: MouseEvent): Point | null => {
    const box = picture.current?.getBoundingClientRect();
    if (!box) return null;
    return {
      x: clamped(((clientX - box.left) / box.width) * page.width, page.width),
      y: clamped(((clientY - box.top) / box.height) * page.height, page.height),
    };
  };

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = directions[event.key];
    if (!direction && event.key !== 'Enter') return;
    event.preventDefault();
    const now = crosshair ?? { x: page.width / 2, y: page.height / 2 };
    if (!direction) {
      onPick(at(now));
      return;
    }
    const [x, y] = direction.map((sign) => sign * (event.shiftKey ? 1 : step)) as [number, number];
    setCrosshair({ x: clamped(now.x + x, page.width), y: clamped(now.y + y, page.height) });
  }

  const point = (event: MouseEvent): void => {
    const place = pointAt(event);
    if (!place) return;
    setCrosshair(null);
    onPick(at(place));
  };
  const hover = (event: MouseEvent): void => {
    setCrosshair(null);
    setHovered(pointAt(event));
  };
  return (
    <>
      {/* Its arrow keys are not the screen reader's. */}
      <div
        role="application"
        aria-label={sharedBrowserWords.point.picture}
        aria-describedby="point-keys"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move the crosshair
        tabIndex={0}
        onKeyDown={onKeyDown}
        onClick={point}
        onMouseMove={hover}
        onMouseLeave={() => setHovered(null)}
        className="relative mx-auto w-fit cursor-crosshair overflow-hidden border border-line"
      >
        <img ref={picture} src={url} alt="" draggable={false} className="block max-h-[50dvh] max-w-full select-none" />
        {under && <Outline page={page} of={at(under)} tone="border-accent border-dashed" />}
        {picked && (
          <Outline page={page} of={picked} tone="border-accent bg-accent/15">
            {label(picked)}
          </Outline>
        )}
        {crosshair && <Crosshair page={page} at={crosshair} />}
      </div>
      <p id="point-keys" className="text-ink-3 text-small">
        {sharedBrowserWords.point.keys}
      </p>
      <p role="status" className="sr-only">
        {crosshair && label(at(crosshair))}
      </p>
    </>
  );
}

function clamped(value: number, size: number): number {
  return Math.max(0, Math.min(size - 1, value));
}

interface OutlineProps {
  page: PageDetails;
  of: PageElement;
  tone: string;
  children?: ReactNode;
}

function Outline({ page, of, tone, children }: OutlineProps) {
  const [left, top] = [Math.max(0, of.x), Math.max(0, of.y)];
  const width = Math.min(page.width, of.x + of.width) - left;
  const height = Math.min(page.height, of.y + of.height) - top;
  // The name is below the outline, or inside a tall one at the foot.
  const isLow = top + height > page.height * 0.9;
  return (
    <span
      aria-hidden
      data-outline
      className={classes('pointer-events-none absolute rounded-s border-2', tone)}
      style={{
        left: percent(left, page.width),
        top: percent(top, page.height),
        width: percent(width, page.width),
        height: percent(height, page.height),
      }}
    >
      {children !== undefined && (
        <span
          className={classes(
            'absolute max-w-60 truncate rounded-s bg-over px-1.5 py-0.5 border border-line text-ink text-small',
            left > page.width / 2 ? 'right-0' : 'left-0',
            isLow ? 'bottom-full mb-1' : 'top-full mt-1',
          )}
        >
          {children}
        </span>
      )}
    </span>
  );
}

function Crosshair({ page, at }: { page: PageDetails; at: Point }) {
  return (
    <>
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 w-px bg-accent"
        style={{ left: percent(at.x, page.width) }}
      />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-x-0 h-px bg-accent"
        style={{ top: percent(at.y, page.height) }}
      />
    </>
  );
}

function percent(value: number, whole: number): string {
  return `${(value / whole) * 100}%`;
}
