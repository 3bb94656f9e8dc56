// The port to the browser that the user and the model share. Never throws.

import type { Result } from '../../shared/core/errors.ts';
import type { PageDetails } from '../../shared/features/sharedBrowser/sharedBrowser.ts';

/** Whose page it is: each conversation has its own tabs. */
export interface PageOwner {
  conversationId: string;
  projectId: string;
}

export interface PageAction {
  action: 'click' | 'double_click' | 'hover' | 'fill' | 'press' | 'select' | 'scroll' | 'back' | 'wait_for' | 'close';
  /** Element of the last read, such as `e12`. */
  ref?: string | undefined;
  text?: string | undefined;
}

/** The result of a call, for the model and the window. */
export interface PageReport {
  /** Address, title, tabs and what happened since the last call. */
  head: string;
  /** The page as text; absent if it was not read. */
  content?: string;
  details: PageDetails;
  screenshot: Buffer | null;
}

export interface PageWish {
  signal: AbortSignal;
  screenshot: boolean;
}

export interface SharedBrowser {
  isOn(): Promise<boolean>;
  /** Origin of the conversation's page; null: it has none, or not one of the web. */
  origin(place: PageOwner): string | null;
  /** ADDRESS_REFUSED: only http and https addresses without credentials may be opened. */
  parse(url: string): Result<URL>;
  /** Call only for an address that the user allowed: its site stays allowed for the conversation's tab. */
  open(place: PageOwner, url: URL, newTab: boolean, wish: PageWish): Promise<Result<PageReport>>;
  read(
    place: PageOwner,
    page: { offset: number; tab?: number | undefined },
    wish: PageWish,
  ): Promise<Result<PageReport>>;
  /** `origin`: the page's when the call was approved; another page is not touched. */
  act(place: PageOwner, action: PageAction, origin: string | null, wish: PageWish): Promise<Result<PageReport>>;
}
