// Chinese strings for compares outside of their dialogs.

import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './late.en.ts';

export const catalog: Wording<typeof english> = {
  open: (count) => `正在对比此消息的 ${count} 个回答。`,
  show: '对比回答',
  entry: '对比多个回答…',
};
