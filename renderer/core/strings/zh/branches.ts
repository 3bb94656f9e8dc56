// Words of the branches of a conversation: Chinese.

import type { branchStrings as en } from '../en/branches.ts';
import type { Wording } from '../wording.ts';
import { number } from './number.ts';

export const branchStrings: Wording<typeof en> = {
  place: (at: number, of: number) => `${at} / ${of}`,
  empty: '没有文字',
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
    files: '先撤销此后对文件的更改',
    filesHint: '发送之前，先把这一轮及之后各轮对文件的更改恢复原状。',
    hint: '新消息与原消息并存，两者都会保留。按 Esc 取消。',
    dropped: '已放弃编辑，消息保持原样。',
    undo: '撤销',
  },
  regenerate: '重新生成回复',
  again: {
    title: '重新生成回复',
    body: '现有的回复更改过文件。它会保留，与新的回复并列。',
    files: '文件',
    stay: '文件保持现状',
    stayHint: '新的回复从已更改的文件开始。',
    back: '先把文件恢复原状',
    backHint: '撤销自你的消息以来对文件的更改。',
    confirm: '重新生成',
  },
  fork: '分叉：复制到此处为新对话',
  forked: '这是一份独立的副本，原来的对话保持不变。',
  backToFirst: '回到原对话',
  quote: '引用到消息中',
  export: {
    title: '导出对话',
    form: '格式',
    markdown: 'Markdown，便于阅读',
    markdownHint: '包含消息，以及每次调用的参数和结果。过长的结果只含开头部分。',
    json: 'JSON，完整内容',
    jsonHint: '当前分支的每条记录按存储的样子导出，含全部结果。',
    records: (count) => `${number(count)} 条消息和工具结果`,
    whole: '全部导出',
    beside: (count) => `只导出当前打开的分支，不含其余 ${number(count)} 个分支`,
    save: '保存…',
    saving: (size) => `正在保存… ${size}`,
    saved: (name) => `已保存 ${name}。`,
    failed: '对话没有导出，其内容没有任何改动。',
  },
};
