// Styles of the composer's footer parts.

import { classes } from './classes.ts';

/** `shrinks`: yields its space to the others. */
export function footerPartClass(tone: string, shrinks = false): string {
  return classes(
    'flex h-7 min-w-7 items-center justify-center gap-1.5 whitespace-nowrap rounded-m px-1.5 text-ui hover:bg-hover data-[state=open]:bg-hover',
    shrinks ? 'shrink' : 'shrink-0',
    tone,
  );
}

/** A label that leaves only its icon in a narrow composer. */
export const footerLabelClass = 'hidden min-w-0 truncate @min-[38rem]/foot:inline';
