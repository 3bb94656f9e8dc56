// Chinese strings for the host's messages about queries.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'The query is too long. The limit is {0} characters.': (limit) => `查询过长，最多 ${limit} 个字符。`,
  'The query has a character that SQL cannot have.': '查询中有 SQL 不允许的字符。',
  'A quotation mark has no end.': '有一个引号没有结束。',
  'The query is empty.': '查询为空。',
  'Only one statement can run at a time.': '一次只能运行一条语句。',
  'A query has no parameters: {0} needs quotation marks.': (sign) => `查询没有参数：${sign} 须放在引号中。`,
  'A query only reads: it starts with SELECT, WITH or VALUES.': '查询只能读取：请以 SELECT、WITH 或 VALUES 开头。',
  '{0} is not available to queries.': (name) => `查询中不能使用 ${name}。`,
  'A query can only read the views, not change or open anything.': '查询只能读取视图，不能更改或打开任何内容。',
  'The query needs more memory than it may use. Read fewer rows, or sort less.':
    '查询需要的内存超过了限额。请减少读取的行数或排序。',
  'The query was canceled.': '查询已取消。',
  'The query took longer than {0} seconds and was ended. Read fewer rows.': (seconds) =>
    `查询超过 ${seconds} 秒，已终止。请减少读取的行数。`,
  'The process that reads the conversations ended. Try again.': '读取对话的进程已结束。请重试。',
  'The data could not be read: {0}.': (reason) => `无法读取数据：${reason}。`,
  'A query that is running still has traces of it. Try again.': '正在运行的查询中仍有其痕迹。请重试。',
  'reading conversations for a query': '正在为查询读取对话',
  '{0} queries are saved. Remove one first.': (count) => `已保存 ${count} 个查询。请先删除一个。`,
};
