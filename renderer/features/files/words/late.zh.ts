// Chinese strings for mentions and trusting a folder that load after the first screen.

import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './late.en.ts';

export const catalog: Wording<typeof english> = {
  mentions: '随此消息发送的文件',
  lines: (start, end) =>
    end === null ? `从第 ${start} 行起` : start === end ? `第 ${start} 行` : `第 ${start}–${end} 行`,
  notAttached: (problem) => `未添加。${problem}`,
  open: (name) => `显示 ${name} 已发送的内容`,
  sent: '发送时的内容',
  loading: '正在加载…',
  copy: '复制',
  sources: { diff: '上次提交以来的更改', staged: '已暂存的更改', commit: '提交', conversation: '对话', call: '调用' },
  symbolKinds: {
    function: '函数',
    method: '方法',
    class: '类',
    interface: '接口',
    type: '类型',
    enum: '枚举',
    constant: '常量',
    module: '模块',
  },
  tabForCalls: '按 Tab 列出此对话中的调用',
  readingSymbols: '正在读取文件夹中的符号…',
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
