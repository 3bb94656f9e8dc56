// What is said of deleting, of the search, of the settings and of the space: Chinese.

import type { HostTranslations } from '../../../words/hostTranslations.ts';

export const removalWords: HostTranslations = {
  'The conversation was deleted, but the disk did not confirm all of it: {0}. You can still undo this.':
    '对话已删除，但磁盘没有全部确认：{0}。仍可以撤销。',
  'This conversation cannot be restored: a deletion can only be undone until the app is closed.':
    '无法恢复此对话：删除只能在执行删除的应用关闭之前撤销。',
  'The conversation was not restored: {0}. Nothing was removed; try again.':
    '对话没有恢复：{0}。没有移除它的任何内容，请重试。',
  'The conversation was not deleted: {0}. Nothing was changed.': '对话没有删除：{0}。没有更改任何内容。',
  'What would be deleted could not be counted: {0}.': '无法统计将删除的内容：{0}。',
  '{0} Nothing was removed.': '{0}没有移除任何内容。',
  'There is no message {0} in this conversation. Nothing was removed.': '此对话中没有消息{0}。没有移除任何内容。',
  'Several messages in this conversation have the ID {0} but different content, so it is unclear which one you mean. Nothing was removed. Give one of them another ID in messages.json, then try again.':
    '此对话有多条标识为{0}而内容不同的消息，无法确定指的是哪一条。没有移除任何内容。请在 messages.json 中为其中一条换一个标识，然后重试。',
  'The message was not removed: {0}. Nothing was changed.': '消息没有移除：{0}。没有更改任何内容。',
  'The message was not removed: {0}. Try again.': '消息没有移除：{0}。请重试。',
  'The message was not removed: {0}': '消息没有移除：{0}',
  'The message is no longer shown or sent, but parts of it are still on disk: {0}. They are removed with the next message in this conversation, or at the next start. Free up space or allow access first.':
    '消息不再显示或发送，但它的部分内容仍在磁盘上：{0}。它们会随此对话的下一条消息或在下次启动时移除。请先腾出空间或给予访问权限。',
  'a file next to the messages could not be written': '无法写入消息旁边的一个文件',
  'Storage could not be measured: {0}. Nothing was changed.': '无法统计空间：{0}。没有更改任何内容。',
  'Not everything could be freed: {0}. Anything still needed is untouched.': '没有全部释放：{0}。需要的内容没有动。',
  'Nothing was deleted: it could not be locked ({0}).': '没有删除任何内容：无法锁定（{0}）。',
  'Enter at least three characters. One is enough for Chinese, Japanese, Korean and emoji.':
    '请输入至少三个字符。中文、日文、韩文和表情符号一个即可。',
  'The search index could not be updated; try again.': '现在无法更改搜索索引，请重试。',
  'The search index could not be rebuilt; try again.': '现在无法重建搜索索引，请重试。',
  'The search index was rebuilt in the meantime; search again.': '搜索索引在此期间重建了，请重新搜索。',
  'Another process is updating the search index; try again.': '另一个进程正在写入搜索索引，请重试。',
  'The search index could not be written: {0}.': '无法写入搜索索引：{0}。',
  'A search in progress still keeps a trace of it in the index; try again.':
    '正在进行的搜索在索引中还留有它的痕迹，请重试。',
  '{0}: {1}. Nothing was changed.': '{0}：{1}。没有更改任何内容。',
  'The settings could not be saved: {0}.': '无法保存设置：{0}。',
};
