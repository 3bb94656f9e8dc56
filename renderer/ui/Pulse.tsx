// The only animation: a dot that indicates activity. `still`: activity is unknown, so it does not move.

import { classes } from './classes.ts';

export function Pulse({ still = false }: { still?: boolean }) {
  const look = still ? 'border border-ink-3' : 'pulse bg-accent';
  return <span className={classes('inline-block size-2 shrink-0 rounded-full', look)} aria-hidden />;
}
