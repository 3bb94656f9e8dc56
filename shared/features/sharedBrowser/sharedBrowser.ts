// The browser that the user and the model share: its setting, and what its results contain for the window.

import { z } from 'zod';
import { isJsonObject } from '../../core/json.ts';

export const maxProgramPath = 4096;

export const sharedBrowserSetting = z.looseObject({
  /** Changed with sharedBrowser.set only, as it needs confirmation. */
  on: z.boolean().default(false),
  /** Absolute path of a Chromium, as the user confirmed it; empty: none was, so that nothing starts. */
  program: z.string().max(maxProgramPath).default(''),
  /** Without a window. */
  headless: z.boolean().default(false),
});

export type SharedBrowserSetting = z.infer<typeof sharedBrowserSetting>;

/** An element in a screenshot, in CSS pixels of its page's viewport. */
export interface PageElement {
  /** ARIA role. */
  role: string;
  /** Accessible name. */
  name: string;
  /** A CSS selector; empty: none was determined. */
  selector: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PageMessage {
  type: 'error' | 'warning' | 'info' | 'network' | 'dialog' | 'blocked';
  text: string;
}

/** The `page` of a result's details. */
export interface PageDetails {
  url: string;
  title: string;
  /** Size of the viewport in CSS pixels; the screenshot shows all of it. */
  width: number;
  height: number;
  elements: PageElement[];
  messages: PageMessage[];
}

export const maxElements = 300;
export const maxMessages = 50;

const text = (limit: number) => z.string().transform((value) => value.slice(0, limit));
const pixels = z.number().min(-100_000).max(1_000_000);

const detailsSchema = z.object({
  url: text(8192),
  title: text(300),
  width: pixels.min(1),
  height: pixels.min(1),
  elements: z
    .array(
      z.object({
        role: text(60),
        name: text(300),
        selector: text(500),
        x: pixels,
        y: pixels,
        width: pixels.min(0),
        height: pixels.min(0),
      }),
    )
    .max(maxElements)
    .catch([]),
  messages: z
    .array(
      z.object({
        type: z.enum(['error', 'warning', 'info', 'network', 'dialog', 'blocked']),
        text: text(2000),
      }),
    )
    .max(maxMessages)
    .catch([]),
});

/** Validates stored details; null if there are none. The log may hold anything. */
export function readPageDetails(details: unknown): PageDetails | null {
  const page = isJsonObject(details) ? (details as Record<string, unknown>).page : undefined;
  const parsed = detailsSchema.safeParse(page);
  return parsed.success ? parsed.data : null;
}

/** Returns the smallest element at a point of the viewport; null: there is none. */
export function elementAt(elements: readonly PageElement[], x: number, y: number): PageElement | null {
  const isHit = (each: PageElement): boolean =>
    x >= each.x && y >= each.y && x <= each.x + each.width && y <= each.y + each.height;
  return elements
    .filter(isHit)
    .reduce<PageElement | null>((best, each) => (best !== null && areaOf(best) < areaOf(each) ? best : each), null);
}

function areaOf({ width, height }: PageElement): number {
  return width * height;
}
