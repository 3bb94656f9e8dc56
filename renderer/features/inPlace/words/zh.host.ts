// What is said of sessions that stay in other programs' files: Chinese.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'Reading {0} was ended.': '{0}的读取已结束。',
  'Reading sessions of other apps keeps failing and is tried again in a minute: {0}.':
    '读取其他应用的会话一再失败，一分钟后会重试：{0}。',
  'This session is not there any more, or its program is not shown.': '这个会话已不存在，或未显示它的程序。',
  'The session {0} could not be read: {1}.': '无法读取会话{0}：{1}。',
  'The sessions in {0} could not be read: {1}.': '无法读取{0}中的会话：{1}。',
  'There are no messages in {0} yet.': '{0}中还没有消息。',
  'Only the end of this session has been read so far. The rest is on its way.':
    '目前只读取了这个会话的末尾，其余部分正在读取。',
  'This is a session of {0}, read from its own files. Continue it here to write in it.':
    '这是{0}的会话，读自它自己的文件。要在其中写入，请在这里继续。',
  'This is a session of another program. Continue it here to write in it.':
    '这是其他程序的会话。要在其中写入，请在这里继续。',
  'This project holds the sessions of another program. Choose one of your own.':
    '这个项目保存其他程序的会话。请选择你自己的项目。',
  '{0} holds sessions of another program only. They are read from its own files.':
    '{0}只包含其他程序的会话。它们从该程序自己的文件中读取。',
  'reading a session': '读取会话',
  'What was read of the session could not be kept: {0}.': '无法保存读取到的会话内容：{0}。',
  'What was read of sessions could not be removed: {0}.': '无法删除读取到的会话内容：{0}。',
  'The end of the session is not what was read before.': '会话的末尾与之前读取的不同。',
};
