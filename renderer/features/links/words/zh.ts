// Chinese strings for links from outside.

import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  note: '此文本来自链接。发送前请检查。',
  open: '打开',
  show: '查看',
  addBelow: '加到我的文本下方',
  files: '你用 Throughline 打开了文件。在你选择之前，不会导入任何内容。',
  otherFolder: '链接中的文件夹不是你的项目，因此此对话未使用它。',
  noConversation: '链接所指的对话不在这里。',
  offers: {
    conversation: '一个链接想打开一个对话。',
    settings: '一个链接想打开设置页面。',
    search: (text) => `一个链接想搜索“${text}”。`,
    new: (text) => `一个链接想以“${text}”开始新对话。不会发送任何内容。`,
  },
  problems: {
    tooLong: '未打开链接：链接太长。',
    hidden: '未打开链接：其文本包含隐藏字符。',
    unknown: '未打开链接：Throughline 中没有此项。',
  },
};
