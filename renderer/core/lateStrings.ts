// Strings of lazily loaded parts: calls, settings, MCP servers, exports. They load with the first part that needs them;
// the first screen must not import this.

import { retryUntilLoaded } from './loadCode.ts';
import type { LateStrings } from './strings/enLate.ts';
import { lateOf } from './strings/languageFile.ts';
import { file } from './strings.ts';

export const lateStrings: LateStrings = await retryUntilLoaded(() =>
  lateOf(file, async () => (await import('./strings/enLate.ts')).enLate),
);
