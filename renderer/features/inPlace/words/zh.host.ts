// Chinese translations of host sentences about sessions in other apps' files.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'Reading {0} was stopped.': '已停止读取{0}。',
  'Reading sessions of other apps keeps failing. The next attempt is in a minute: {0}.':
    '读取其他应用的会话多次失败。将在一分钟后重试：{0}。',
  'This session no longer exists, or its app is not shown.': '此会话已不存在，或未显示其应用。',
  'The session {0} could not be read: {1}.': '无法读取会话{0}：{1}。',
  'The sessions in {0} could not be read: {1}.': '无法读取{0}中的会话：{1}。',
  'There are no messages in {0} yet.': '{0}中还没有消息。',
  'Only the end of this session has been loaded so far. The rest is still loading.':
    '目前只加载了此会话的末尾，其余部分仍在加载。',
  'This is a {0} session, read from its own files. Continue it here to reply.':
    '这是{0}的会话，从其自己的文件读取。请在这里继续以进行回复。',
  'This session belongs to another app. Continue it here to reply.': '此会话属于其他应用。请在这里继续以进行回复。',
  'This project contains conversations from elsewhere. Choose one of your own projects.':
    '此项目包含来自别处的对话。请选择你自己的项目。',
  '{0} contains only sessions of another app, which are read from that app’s files.':
    '{0}只包含其他应用的会话，这些会话从该应用的文件中读取。',
  'reading a session': '读取会话',
  'The session’s index could not be saved: {0}.': '无法保存会话的索引：{0}。',
  'The copies of sessions could not be removed: {0}.': '无法移除会话的副本：{0}。',
  'The end of the session has changed since it was last read.': '自上次读取后，会话的末尾已更改。',
};
