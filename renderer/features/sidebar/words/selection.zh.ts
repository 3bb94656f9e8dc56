// Chinese strings for bulk actions on conversations.

import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './selection.en.ts';

export const catalog: Wording<typeof english> = {
  title: '已选择的对话',
  count: (count) => `已选择 ${number(count)} 个`,
  done: '清除选择',
  archived: (count) => `已归档 ${number(count)} 个对话。`,
  unarchived: (count) => `已取消归档 ${number(count)} 个对话。`,
  deleted: (count) => `已删除 ${number(count)} 个对话。`,
  restored: (count) => `已恢复 ${number(count)} 个对话。`,
  deleteTitle: (count) => `删除 ${number(count)} 个对话？`,
  deleteConfirm: (count) => `删除 ${number(count)} 个`,
  deleteRunning: (count) => `将先停止其中 ${number(count)} 个正在进行的运行。`,
  more: (count) => `以及另外 ${number(count)} 个`,
  inAll: (messages) => `共 ${number(messages)} 条消息`,
  exportTitle: (count) => `导出 ${number(count)} 个对话`,
  exportHow: '保存为一个 ZIP 文件，每个对话一个文件。',
  exportName: (count) => `${number(count)} 个对话.zip`,
  exporting: (at, count) => `正在导出第 ${number(at)} 个，共 ${number(count)} 个…`,
  exported: (name) => `已保存 ${name}。`,
  exportedSome: (done, count, first) => `已保存 ${number(done)} 个，共 ${number(count)} 个。其余的已跳过：${first}`,
  tooLarge: '这些对话太大，无法保存到一个文件中。请少选一些。',
};
