// Styles of the composer's footer parts.

import { classes } from './classes.ts';

export function footerPartClass(tone: string): string {
  return classes(
    'flex h-7 min-w-7 shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-m px-1.5 text-ui hover:bg-hover data-[state=open]:bg-hover',
    tone,
  );
}
