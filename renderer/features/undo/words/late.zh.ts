// Chinese strings of the undo dialog, and of an undo that waits for another conversation.

import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './late.en.ts';

export const catalog: Wording<typeof english> = {
  done: {
    undo: (count) => `已撤销 ${number(count)} 个文件的更改。`,
    redo: (count) => `已重做 ${number(count)} 个文件的更改。`,
    none: '没有文件被更改。',
  },
  skipped: (list) => `保持不变：${list}`,
  skippedMore: (count) => `以及另外 ${number(count)} 个`,
  intro: {
    undo: '请查看文件将如何变化。目前尚未更改任何内容。',
    redo: '请查看文件将如何变化。目前尚未更改任何内容。',
  },
  nothing: {
    undo: '没有可撤销的内容：文件已是更改之前的状态。',
    redo: '没有可重做的内容：文件已包含这些更改。',
  },
  apply: {
    undo: (count) => `撤销 ${number(count)} 个文件的更改`,
    redo: (count) => `重做 ${number(count)} 个文件的更改`,
  },
  runs: (titles) => `${titles.map((title) => `“${title}”`).join('、')}正在此文件夹中运行，因此没有更改任何内容。`,
  wait: '结束后执行',
  waits: '将在另一个运行结束后执行。',
  wentOn: '对话在此期间已有新内容，因此没有回退。没有更改任何内容。',
  rewind: {
    title: '回退到这条消息之前',
    body: '对话将从这条消息之前继续，消息文字会回到输入框。不会删除任何内容：之后的消息保留在对话文件中，发送新消息之前可以撤销回退。',
    what: '回退内容',
    conversation: '仅对话',
    conversationHint: '保持文件现状。',
    files: '对话和文件',
    filesHint: '撤销此后的文件更改。',
    running: '模型正在工作。请先停止，再回退。',
    confirm: '回退',
  },
};
