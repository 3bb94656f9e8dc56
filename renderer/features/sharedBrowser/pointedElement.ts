// An element that the user pointed at: its name, and its picture, cut from a screenshot.

import type { PageDetails, PageElement } from '../../../shared/features/sharedBrowser/sharedBrowser.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { sharedBrowserWords } from './words.ts';

const placeSize = 80;
/** Around the element, in CSS pixels of the page. */
const margin = 12;

/** A place of the page without an element. */
export function placeAt({ x, y }: { x: number; y: number }): PageElement {
  const half = placeSize / 2;
  return { role: '', name: '', selector: '', x: x - half, y: y - half, width: placeSize, height: placeSize };
}

/** Its role and name come from the page: hidden characters become visible. */
export function elementLabel({ role, name }: PageElement): string {
  return role === ''
    ? sharedBrowserWords.point.place
    : sharedBrowserWords.point.element(visibleText(role), visibleText(name));
}

/** The message's text. */
export function aboutElement(element: PageElement, url: string, comment: string): string {
  return sharedBrowserWords.point.about(
    elementLabel(element),
    visibleText(url),
    visibleText(element.selector),
    comment.trim(),
  );
}

/** Null: the picture cannot be cut. */
export async function cutPicture(
  picture: HTMLImageElement,
  { width, height }: Pick<PageDetails, 'width' | 'height'>,
  element: PageElement,
): Promise<File | null> {
  const [left, top] = [Math.max(0, element.x - margin), Math.max(0, element.y - margin)];
  const right = Math.min(width, element.x + element.width + margin);
  const bottom = Math.min(height, element.y + element.height + margin);
  const [scaleX, scaleY] = [picture.naturalWidth / width, picture.naturalHeight / height];
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round((right - left) * scaleX));
  canvas.height = Math.max(1, Math.round((bottom - top) * scaleY));
  const { width: w, height: h } = canvas;
  canvas.getContext('2d')?.drawImage(picture, left * scaleX, top * scaleY, w, h, 0, 0, w, h);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return blob && new File([blob], 'element.png', { type: blob.type });
}
