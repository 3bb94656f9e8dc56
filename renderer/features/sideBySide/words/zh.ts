// Chinese strings for two conversations side by side.

import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  open: '在旁边打开',
  close: '关闭这一侧',
  swap: '左右互换',
  width: '左侧对话的宽度',
  widthHint: '拖动可调整宽度，双击可使两侧等宽。',
  both: '打开的对话',
  dropLeft: '在左侧打开',
  dropRight: '在右侧打开',
  dropHere: '在这里打开',
};
