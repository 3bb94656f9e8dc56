// Named conversations as crashes, damage, other apps, other versions and users leave them: written by hand in the
// documented layout, not by the store.

import { attached } from './handwritten/attached.ts';
import { branches, marked } from './handwritten/branches.ts';
import { damage } from './handwritten/damage.ts';
import type { Handwritten } from './handwritten/history.ts';
import { holes } from './handwritten/holes.ts';
import { interrupted } from './handwritten/interrupted.ts';
import { oddContent } from './handwritten/oddContent.ts';
import { records } from './handwritten/records.ts';
import { summaries } from './handwritten/summaries.ts';

export const handwrittenHistories: readonly Handwritten[] = [
  ...holes,
  ...oddContent,
  ...damage,
  ...branches,
  ...marked,
  ...summaries,
  ...records,
  ...attached,
  ...interrupted,
];
