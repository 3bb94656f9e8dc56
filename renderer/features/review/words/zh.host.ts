// Chinese strings for the host's messages about reviews.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'Nothing was changed because it could not be recorded: the file is too large, unreadable, or contains one of the app’s keys.':
    '未做任何更改，因为无法记录：文件过大、无法读取，或包含本应用的密钥。',
  'There is no commit, branch or tag called "{0}".': (name) => `没有名为“${name}”的提交、分支或标签。`,
  '{0} paths are not listed: too many, too large, or no files.': (count) =>
    `有 ${count} 个路径未列出：数量过多、文件过大或不是文件。`,
  'There are too many changes to show.': '更改太多，无法显示。',
  'This file has changed since, so nothing was undone. Reload the review to see it as it is now.':
    '此文件之后又有变化，因此没有撤销任何内容。请重新加载以查看当前内容。',
  'It is already as it was before.': '已恢复为之前的内容。',
  'The encoding changed, too, so only the whole file can be undone.': '编码也变了，因此只能撤销整个文件。',
  'The encoding of the file changed, too, so only the whole file can be undone. Nothing was changed.':
    '文件编码也变了，因此只能撤销整个文件。未做任何更改。',
  'None of the selected lines has changed.': '所选的行没有更改。',
  'Single lines of this file cannot be undone, only the whole file.': '此文件不能撤销单独的行，只能撤销整个文件。',
  'The earlier content can no longer be read, so nothing was undone.': '无法再读取之前的内容，因此没有撤销任何内容。',
  'There are already {0} comments. Send them first.': (count) => `已有 ${count} 条评论，请先发送。`,
};
