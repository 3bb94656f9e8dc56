// The words of what is loaded when it is wanted: what a conversation shows of its calls, settings, MCP servers, exports. They come
// with the first part that needs them; nothing of the first screen may import this.

import type { LateStrings } from './strings/enLate.ts';
import { lateOf } from './strings/languageFile.ts';
import { file } from './strings.ts';

export const lateStrings: LateStrings = await lateOf(file, async () => (await import('./strings/enLate.ts')).enLate);
