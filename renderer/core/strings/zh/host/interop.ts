// What is said of other programs' conversations, in and out: Chinese.

import type { HostTranslations } from '../../hostTranslations.ts';

export const interopWords: HostTranslations = {
  'The export was stopped.': '导出已停止。',
  'This is no conversation of a known program.': '这不是已知程序的对话。',
  'The import was stopped. What had come in stays.': '导入已停止。已导入的内容会保留。',
  'importing a conversation': '导入对话',
  'The conversation could not be imported: {0}. Nothing of it was kept.': '无法导入对话：{0}。没有保留其中任何内容。',
  'The message {0} is longer than the {1} MB limit for a record.': '消息{0}超过了单条记录的上限（{1} MB）。',
  'This conversation is here already.': '这个对话已经在这里了。',
  'It could not be read: {0}.': '无法读取：{0}。',
};
