// Navigates from a box in the transcript to its row in the chain.

import type { Session } from '../../core/state/session.ts';
import { mediaMatches, panelOverQuery } from '../../ui/useMedia.ts';

/** `key`: of the box, `messageId:index`. */
export function showInChain({ view }: Session, key: string): void {
  const over = mediaMatches(panelOverQuery);
  view.setState(({ chainAt }) => ({
    panel: 'chain',
    ...(over ? { sheet: 'panel' as const } : { panelOpen: true }),
    chainAt: { key, count: (chainAt?.count ?? 0) + 1 },
  }));
}
