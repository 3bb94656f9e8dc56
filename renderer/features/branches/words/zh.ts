// Words of the branches of a conversation: Chinese.

import type { Wording } from '../../../core/words/wording.ts';
import type { catalogue as english } from './en.ts';

export const catalogue: Wording<typeof english> = {
  place: (at: number, of: number) => `${at} / ${of}`,
  empty: '无文字内容',
  running: '请先停止运行，或等它结束。',
  version: {
    group: '这条消息的各个版本',
    previous: '上一个版本',
    next: '下一个版本',
    all: (at: number, of: number) => `第 ${at} 个版本，共 ${of} 个`,
  },
  reply: {
    group: '这条消息的各个回复',
    previous: '上一个回复',
    next: '下一个回复',
    all: (at: number, of: number) => `第 ${at} 个回复，共 ${of} 个`,
  },
  edit: {
    action: '编辑并重新发送',
    field: '编辑消息',
    send: '发送',
    files: '先撤销此后的文件更改',
    filesHint: '发送之前，先撤销这一轮及之后各轮的文件更改。',
    hint: '作为新版本发送，原消息会保留。按 Esc 取消。',
    dropped: '已放弃编辑，消息保持原样。',
    undo: '撤销',
  },
  regenerate: '重新生成',
  again: {
    title: '重新生成回复',
    body: '当前回复更改过文件。它会保留，与新回复并存。',
    files: '文件',
    stay: '保持文件现状',
    stayHint: '新回复以更改后的文件为起点。',
    back: '先撤销文件更改',
    backHint: '撤销自你的消息以来的文件更改。',
    confirm: '重新生成',
  },
  fork: '从此处复制为新对话',
  forked: '已复制为独立的新对话，原对话保持不变。',
  backToFirst: '回到原对话',
  quote: '引用到消息中',
};
