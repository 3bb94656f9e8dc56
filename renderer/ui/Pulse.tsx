// The one thing that moves: a dot that says something is going on. `still`: whether it goes on is not known now.

import { classes } from './classes.ts';

export function Pulse({ still = false }: { still?: boolean }) {
  const look = still ? 'border border-ink-3' : 'pulse bg-accent';
  return <span className={classes('inline-block size-2 shrink-0 rounded-full', look)} aria-hidden />;
}
