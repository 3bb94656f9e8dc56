// Chinese strings for branches.

import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './late.en.ts';

export const catalog: Wording<typeof english> = {
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
    dropped: '已放弃编辑，消息保持原样。',
    undo: '撤销',
    action: '编辑并重新发送',
    field: '编辑消息',
    send: '发送',
    files: '先撤销文件更改',
    filesHint: '发送前会撤销从这一轮起的文件更改。',
    hint: '将作为新版本发送，原消息会保留。按 Esc 取消。',
  },
  regenerate: '重新生成',
  again: {
    title: '重新生成回复',
    body: '当前回复更改过文件。它会保留为另一个版本。',
    files: '文件',
    stay: '保留文件更改',
    stayHint: '新回复从更改后的文件开始。',
    back: '先撤销文件更改',
    backHint: '撤销自你发送消息以来的文件更改。',
    confirm: '重新生成',
  },
  fork: '从此处派生新对话',
  forked: '已派生新对话，原对话保持不变。',
  backToFirst: '回到原对话',
  quote: '引用到消息中',
};
