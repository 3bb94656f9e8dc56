// Chinese strings for rendered Markdown: code, tables, images, footnotes.

import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  wrap: '自动换行',
  widen: '超出正文宽度显示',
  copyCode: '复制代码',
  copyTable: '以 Markdown 复制表格',
  copyCsv: '以 CSV 复制表格',
  image: '图片',
  done: '已完成',
  open: '未完成',
  view: '查看方式',
  code: '代码',
  preview: '预览',
  openFile: (path, line) => (line === undefined ? `打开 ${path}` : `打开 ${path} 第 ${line} 行`),
  openedIn: (editor) => `已在 ${editor} 中打开`,
  toNote: '转到脚注',
  note: (label) => `脚注 ${label}`,
};
