// Words of what is named with @: completing a path, what a message sent of it, trusting a folder's instructions: Chinese.

import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalogue as english } from './en.ts';

export const catalogue: Wording<typeof english> = {
  list: '文件、文件夹和资源',
  found: (count) =>
    count === 1
      ? '有 1 个匹配的路径。按 Enter 选用。'
      : `有 ${number(count)} 个匹配的路径。用方向键选择，按 Enter 选用。`,
  nothing: '没有匹配项',
  mentions: '随此消息发送的文件',
  lines: (start, end) =>
    end === null ? `从第 ${start} 行起` : start === end ? `第 ${start} 行` : `第 ${start}–${end} 行`,
  notAttached: (problem) => `未附上。${problem}`,
  open: (name) => `查看 ${name} 已发送的内容`,
  sent: '当时发送的内容',
  loading: '正在读取…',
  copy: '复制内容',
  trust: {
    found: '这个文件夹里有 AGENTS.md。要把它当作指令吗？',
    unused: '此文件夹的 AGENTS.md 没有被使用。',
    hide: '隐藏',
    region: '文件夹的指令',
    look: '查看内容',
    trust: '信任此文件夹',
    no: '不用',
    title: '此文件夹的 AGENTS.md',
    hint: '信任此文件夹后，这段文字会作为你的指令发送给模型，之后有改动也一样。',
    cut: '只显示前 64 KB，发送的也只有这些。',
  },
};
