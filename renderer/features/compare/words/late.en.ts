// English strings for compares outside of their dialogs.

import { counted } from '../../../core/words/wording.ts';

export const catalog = {
  open: (count: number) => `Comparing ${counted(count, 'answer', 'answers')} to this message.`,
  show: 'Compare answers',
  entry: 'Compare with…',
};
