// Chinese translations of host sentences about deleting, search, settings and disk space.

import type { HostTranslations } from '../../../words/hostTranslations.ts';

export const removalWords: HostTranslations = {
  'The conversation was deleted, but the disk did not confirm all of it: {0}. You can still undo this.':
    '对话已删除，但磁盘没有全部确认：{0}。仍可以撤销。',
  'This conversation cannot be restored. A deletion can be undone only until the app is closed.':
    '无法恢复此对话。只能在应用关闭之前撤销删除。',
  'The conversation was not restored: {0}. Nothing was removed. Try again.':
    '对话没有恢复：{0}。没有移除任何内容。请重试。',
  'The conversation was not deleted: {0}. Nothing was changed.': '对话没有删除：{0}。没有更改任何内容。',
  'The preview of the deletion failed: {0}.': '无法预览删除内容：{0}。',
  '{0} Nothing was removed.': '{0}没有移除任何内容。',
  'There is no message {0} in this conversation. Nothing was removed.': '此对话中没有消息{0}。没有移除任何内容。',
  'Several messages in this conversation have the ID {0} but different content, so it is unclear which one you mean. Nothing was removed. Give one of them a different ID in messages.json, then try again.':
    '此对话有多条 ID 为{0}但内容不同的消息，无法确定是哪一条。没有移除任何内容。请在 messages.json 中为其中一条指定其他 ID，然后重试。',
  'The message was not removed: {0}. Nothing was changed.': '消息没有移除：{0}。没有更改任何内容。',
  'The message was not removed: {0}. Try again.': '消息没有移除：{0}。请重试。',
  'The message was not removed: {0}': '消息没有移除：{0}',
  'The message is no longer shown or sent, but parts of it are still on disk: {0}. They will be removed with the next message in this conversation or when the app next starts. Free up space or allow access first.':
    '消息不再显示或发送，但部分内容仍在磁盘上：{0}。它们会在此对话的下一条消息或应用下次启动时移除。请先腾出空间或允许访问。',
  'a file next to the messages could not be written': '无法写入消息旁边的一个文件',
  'Storage use could not be measured: {0}. Nothing was changed.': '无法计算存储用量：{0}。没有更改任何内容。',
  'Not everything could be freed: {0}. Data still in use was not touched.':
    '无法全部释放：{0}。仍在使用的数据没有更改。',
  'Nothing was deleted because a lock could not be acquired ({0}).': '没有删除任何内容，因为无法获取锁（{0}）。',
  'Enter at least three characters, or one for Chinese, Japanese, Korean or emoji.':
    '请至少输入三个字符。中文、日文、韩文或表情符号只需一个。',
  'The search index could not be updated. Try again.': '无法更新搜索索引。请重试。',
  'The search index could not be rebuilt. Try again.': '无法重建搜索索引。请重试。',
  'The search index was rebuilt in the meantime. Search again.': '搜索索引在此期间已重建。请重新搜索。',
  'Another process is updating the search index. Try again.': '另一个进程正在更新搜索索引。请重试。',
  'The search index could not be written: {0}.': '无法写入搜索索引：{0}。',
  'A search in progress still keeps traces of it in the index. Try again.':
    '正在进行的搜索仍在索引中保留其痕迹。请重试。',
  '{0}: {1}. Nothing was changed.': '{0}：{1}。没有更改任何内容。',
  'The settings could not be saved: {0}.': '无法保存设置：{0}。',
};
