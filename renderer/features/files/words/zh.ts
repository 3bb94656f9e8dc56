// Chinese strings for `@` mentions: path completion, attached contents, and trusting a folder's instructions.

import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  list: '文件、文件夹和资源',
  found: (count) =>
    count === 1 ? '1 个匹配项。按 Enter 插入。' : `${number(count)} 个匹配项。用方向键选择，按 Enter 插入。`,
  nothing: '没有匹配项',
  mentions: '随此消息发送的文件',
  lines: (start, end) =>
    end === null ? `从第 ${start} 行起` : start === end ? `第 ${start} 行` : `第 ${start}–${end} 行`,
  notAttached: (problem) => `未添加。${problem}`,
  open: (name) => `显示 ${name} 已发送的内容`,
  sent: '发送时的内容',
  loading: '正在加载…',
  copy: '复制',
  trust: {
    found: '此文件夹中有 AGENTS.md。要将其用作指令吗？',
    unused: '未使用此文件夹的 AGENTS.md。',
    hide: '隐藏',
    region: '文件夹的指令',
    look: '查看',
    trust: '信任此文件夹',
    no: '否',
    title: '此文件夹的 AGENTS.md',
    hint: '信任此文件夹后，这段文字会作为你自己的指令发送给模型，之后的更改也是如此。',
    cut: '仅显示和发送前 64 KB。',
  },
};
