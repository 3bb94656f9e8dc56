// Chinese strings for importing from other apps.

import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  title: '导入对话',
  intro: '从其他应用的会话文件或下载的导出文件导入。你的文件不会被更改。',
  drop: '将文件或文件夹拖到这里',
  dropNow: '松开即可检查',
  or: '或',
  files: '选择文件…',
  folder: '选择文件夹…',
  where: '文件在哪里',
  exportFile: '你的数据导出，压缩包或已解压均可',
  others: '还支持 OpenCode、Open WebUI、LibreChat、VS Code 和 OpenAI 消息导出的 JSON。',
  sending: (done, of) => `正在复制 ${done}，共 ${of}…`,
  reading: (files, conversations) => `正在读取… ${number(files)} 个文件中有 ${number(conversations)} 个对话`,
  importing: (done, of) => `正在导入 ${number(done)} / ${number(of)}…`,
  stop: '停止',
  stopped: '已停止。已导入的内容会保留。',
  none: '没有找到对话',
  noneHint: '请选择会话文件、导出文件，或者应用保存会话的文件夹。',
  again: '选择其他文件',
  list: '对话',
  all: '全部',
  counts: {
    new: (count) => `${number(count)} 个新对话`,
    grown: (count) => `${number(count)} 个有新消息`,
    known: (count) => `${number(count)} 个已存在`,
    failed: (count) => `${number(count)} 个失败`,
  },
  messages: (count) => `${number(count)} 条消息`,
  agents: (count) => `${number(count)} 个智能体`,
  state: {
    new: '新',
    grown: (count) => `${number(count)} 条新消息`,
    known: '已存在',
    failed: '失败',
  },
  more: (count) => `另有 ${number(count)} 个未列出，也会一并导入。`,
  problems: (count) => `${number(count)} 个问题`,
  problemsHint: '这些部分无法读取。其余内容不受影响。',
  moreProblems: (count) => `另有 ${number(count)} 个。`,
  line: (file, line) => `${file}，第 ${number(line)} 行`,
  import: (count) => (count === 0 ? '导入' : `导入 ${number(count)} 个`),
  nothingNew: '这里的内容都已导入过。',
  done: (fresh, grown) =>
    fresh === 0 && grown === 0
      ? '没有导入任何内容。'
      : [fresh > 0 ? `已导入 ${number(fresh)} 个对话` : '', grown > 0 ? `已更新 ${number(grown)} 个对话` : '']
          .filter(Boolean)
          .join('，')
          .concat('。'),
  open: '打开',
  openHint: '选择一个即可打开。',
  tooMany: (max) => `一次最多只能导入 ${number(max)} 个文件。请少选一些。`,
  tooLarge: (max) => `一次最多只能导入 ${max / 1024 / 1024 / 1024} GB。请少选一些文件。`,
  unreadable: (file) => `无法读取 ${file}。请重新选择文件。`,
};
