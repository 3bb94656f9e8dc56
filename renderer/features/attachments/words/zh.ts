// Chinese strings for attachments: files, images and long pastes.

import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  add: '添加附件',
  list: '附件',
  sentList: '随此消息发送的附件',
  drop: '松开即可添加',
  dropHint: '图片、PDF 和文本',
  noFolders: '文件夹不能作为附件。请在消息中用 @ 提及它。',
  unnamed: '文件',
  pastedImage: '粘贴的图片',
  pastedText: '粘贴的文本',
  putIn: '插入到消息中',
  open: (name) => `打开 ${name}`,
  remove: (name) => `移除 ${name}`,
  retry: '重试',
  uploading: (name, percent) => `正在添加 ${name}：${percent}%`,
  waiting: '附件就绪后发送，按 Esc 取消。',
  tooLarge: (megabytes) => `未添加：文件超过 ${megabytes} MB。`,
  tooMany: (max) => `未添加：一条消息最多 ${max} 个附件。`,
  unreadable: '未添加：无法读取该文件。',
  kind: { image: '图片', pdf: 'PDF', text: '文本', other: '文件' },
  save: '保存副本',
  copy: '复制',
  loading: '正在加载…',
  cut: '仅显示开头部分。保存副本可查看其余内容。',
  pdfHint: '这里无法显示 PDF。请保存副本，用 PDF 阅读器打开。',
  failed: '无法读取该文件。',
  withFiles: (count) => `以及 ${count} 个文件`,
};
