// Chinese strings for actions on several conversations, and for dialogs of the sidebar.

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
  one: {
    deleteTitle: (title) => `删除“${title}”？`,
    deleteBody: '关闭应用之前可以撤销，之后将永久删除。文件夹中的文件不受影响。',
    deleteGoes: '将会删除：',
    parts: {
      messages: (count) => `${number(count)} 条消息`,
      results: (count, size) => `${number(count)} 个大型结果（${size}）`,
      attachments: (count, size) => `${number(count)} 个未在别处使用的附件（${size}）`,
      undo: (size) => `文件更改的撤销数据（${size}）`,
      log: '工具调用日志',
      copies: (count) => `${number(count)} 个受损文件的备份副本`,
      subAgent: (title) => `智能体“${title}”的对话`,
    },
    deleteRunning: '会先停止当前运行。',
    deleteConfirm: '删除',
  },
  folderDialog: {
    title: '打开文件夹',
    label: '文件夹路径',
    hint: '模型可以使用此文件夹中的文件，但会先询问你。',
    placeholder: '/home/you/project',
    suggestions: '文件夹',
    recent: '最近',
    open: '打开',
    none: '没有匹配的文件夹。',
  },
};
