// From a box in the transcript to its row in the chain.

import { mediaMatches, panelOverQuery } from '../../ui/useMedia.ts';
import type { Session } from './session.ts';

/** `key`: of the box, `messageId:index`. */
export function showInChain({ view }: Session, key: string): void {
  const over = mediaMatches(panelOverQuery);
  view.setState(({ chainAt }) => ({
    panel: 'chain',
    ...(over ? { sheet: 'panel' as const } : { panelOpen: true }),
    chainAt: { key, count: (chainAt?.count ?? 0) + 1 },
  }));
}
