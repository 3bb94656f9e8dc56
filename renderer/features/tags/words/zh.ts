// Chinese strings for tags.

import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  title: '标签',
  titleMany: (count) => `${number(count)} 个对话的标签`,
  field: '查找或新建标签',
  list: '标签',
  create: (name) => `新建“${name}”`,
  count: (count) => number(count),
  some: '部分对话',
  none: '还没有标签。输入名称即可新建。',
  noMatch: '没有匹配的标签。',
  tooLong: (max) => `标签最多 ${number(max)} 个字符。`,
  done: '完成',
  manage: '管理标签…',
  manageTitle: '管理标签',
  manageNone: '还没有对话使用标签。',
  uses: (count) => `${number(count)} 个对话`,
  rename: (name) => `重命名 ${name}`,
  renameField: '标签名称',
  remove: (name) => `删除 ${name}`,
  renamed: (name, next, count) => `已在 ${number(count)} 个对话中将“${name}”重命名为“${next}”。`,
  removed: (name, count) => `已从 ${number(count)} 个对话中移除“${name}”。`,
  addedMany: (name, count) => `已为 ${number(count)} 个对话添加“${name}”。`,
  failed: (count, first) => `${number(count)} 个对话无法更改：${first}`,
  changing: (done, of) => `正在更改 ${number(done)} / ${number(of)}…`,
  stop: '停止',
  undo: '撤销',
  filter: '按标签筛选',
  clear: '清除标签筛选',
  more: '更多标签',
  matches: (count) => `${number(count)} 个对话`,
  edit: (tags) => `编辑标签：${tags}`,
};
