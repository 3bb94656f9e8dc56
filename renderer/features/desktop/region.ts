// A region of a picture, as shares of its size, and the picture of it.

export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

/** Smaller ones are clicks. */
const minShare = 0.01;

/** The region between two points of the page; null: too small. */
export function regionOf(
  { left, top, width, height }: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
  one: Point,
  other: Point,
): Region | null {
  const share = (value: number, from: number, size: number): number =>
    Math.min(1, Math.max(0, (value - from) / Math.max(1, size)));
  const xs = [share(one.x, left, width), share(other.x, left, width)].toSorted((a, b) => a - b) as [number, number];
  const ys = [share(one.y, top, height), share(other.y, top, height)].toSorted((a, b) => a - b) as [number, number];
  const region = { x: xs[0], y: ys[0], width: xs[1] - xs[0], height: ys[1] - ys[0] };
  return region.width < minShare || region.height < minShare ? null : region;
}

/** Null: the browser cannot draw it. */
export async function cropped(image: HTMLImageElement, region: Region): Promise<Blob | null> {
  const { naturalWidth, naturalHeight } = image;
  const width = Math.max(1, Math.round(region.width * naturalWidth));
  const height = Math.max(1, Math.round(region.height * naturalHeight));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.drawImage(image, -Math.round(region.x * naturalWidth), -Math.round(region.y * naturalHeight));
  return canvas.convertToBlob({ type: 'image/png' });
}
