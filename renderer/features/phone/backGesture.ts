// The back gesture and the back button of a phone: each closes the topmost thing that is open (a dialog, the palette, a
// panel), then returns from a page to Activity, and only then leaves the app. The browser's history gets one entry for each
// of them.

import type { View, ViewStore } from '../../core/state/viewStore.ts';

type Layers = Pick<View, 'page' | 'sheet' | 'dialog' | 'paletteOpen' | 'modelMenu'>;

/** Closes the topmost layer; null: nothing is open, and this is the first page. */
function closeTopLayer({ dialog, paletteOpen, modelMenu, sheet, page }: Layers): Partial<View> | null {
  if (paletteOpen) return { paletteOpen: false };
  if (dialog) return { dialog: null };
  if (modelMenu !== null) return { modelMenu: null };
  if (sheet !== null) return { sheet: null };
  return page === 'activity' ? null : { page: 'activity' };
}

function countLayers({ dialog, paletteOpen, modelMenu, sheet, page }: Layers): number {
  return [paletteOpen, dialog !== null, modelMenu !== null, sheet !== null, page !== 'activity'].filter(Boolean).length;
}

/** How many entries of the history are this module's; a reload keeps them. */
function depthOf(state: unknown): number {
  const depth = state !== null && typeof state === 'object' && 'layers' in state ? state.layers : 0;
  return typeof depth === 'number' ? depth : 0;
}

type Browser = Pick<Window, 'history' | 'addEventListener' | 'removeEventListener'>;

/** `currentAddress`: the URL of what is open now. Returns a function that stops it. */
export function followBack(
  view: Pick<ViewStore, 'getState' | 'setState' | 'subscribe'>,
  browser: Browser,
  currentAddress: () => string,
): () => void {
  const { history } = browser;
  let depth = depthOf(history.state);
  /** This module went back after layers had closed, and the browser has not arrived yet. */
  let isReturning = false;

  function match(): void {
    if (isReturning) return;
    const layers = countLayers(view.getState());
    for (; depth < layers; depth++) history.pushState({ layers: depth + 1 }, '', currentAddress());
    if (depth === layers) return;
    isReturning = true;
    history.go(layers - depth);
  }

  function onPop({ state }: PopStateEvent): void {
    // The entry has the address of when it was made, which may name another conversation.
    history.replaceState(state, '', currentAddress());
    depth = depthOf(state);
    if (isReturning) isReturning = false;
    else {
      while (countLayers(view.getState()) > depth) {
        const closed = closeTopLayer(view.getState());
        if (!closed) break;
        view.setState(closed);
      }
    }
    match();
  }

  match();
  const stop = view.subscribe(match);
  browser.addEventListener('popstate', onPop);
  return () => {
    stop();
    browser.removeEventListener('popstate', onPop);
  };
}
