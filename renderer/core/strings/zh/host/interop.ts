// What is said of other programs' conversations, in and out: Chinese.

import type { HostTranslations } from '../../hostTranslations.ts';

export const interopWords: HostTranslations = {
  'The export was stopped.': '导出已停止。',
  'Not a conversation from a program Throughline can read.': '这不是 Throughline 能读取的程序的对话。',
  'The import was stopped. What had come in stays.': '导入已停止。已导入的内容会保留。',
  'importing a conversation': '导入对话',
  'The conversation could not be imported: {0}. Nothing of it was kept.': '无法导入对话：{0}。没有保留其中任何内容。',
  'The message {0} is longer than the {1} MB limit for a record.': '消息{0}超过了单条记录的上限（{1} MB）。',
  'This conversation is here already.': '这个对话已经在这里了。',
  'What is new in the source was not saved whole: {0}.': '来源中的新内容没有全部保存：{0}。',
  'It could not be compared with its source: {0}.': '无法与其来源比较：{0}。',
  '{0} Nothing was imported.': '{0}没有导入任何内容。',
  'Nothing is chosen to import. Choose the files again.': '没有选择要导入的内容。请重新选择文件。',
  '{0} was not uploaded: its parts arrived out of order. Try again.': '{0}未上传：各部分到达的顺序不对。请重试。',
  '{0} was not uploaded: {1}.': '{0}未上传：{1}。',
  'These are more than {0} files. Choose fewer.': '文件超过{0}个。请少选一些。',
  'These files are larger than {0} MB together. Choose fewer.': '这些文件合计超过{0} MB。请少选一些。',
  'This is not the path of a file: {0}': '这不是文件的路径：{0}',
  'It could not be read: {0}.': '无法读取：{0}。',
  'There is no such file or folder.': '没有这个文件或文件夹。',
};
