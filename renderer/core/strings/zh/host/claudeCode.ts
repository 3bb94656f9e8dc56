// What is said of a session of Claude Code whose lines are damaged.

import type { HostTranslations } from '../../hostTranslations.ts';

export const claudeCodeWords: HostTranslations = {
  'Reading stopped early: {0}': '读取提前结束：{0}',
  'Not valid JSON; skipped.': '不是有效的 JSON，已跳过。',
  'Line too long; skipped.': '该行过长，已跳过。',
  'Not a JSON object, or nested too deeply; skipped.': '不是 JSON 对象，或嵌套过深，已跳过。',
  'The last line is incomplete; skipped.': '最后一行不完整，已跳过。',
  'The full output is missing or too large; only its beginning was imported.': '完整输出缺失或过大，只导入了开头部分。',
  'Too many lines that are not messages; the rest of them were skipped.': '非消息的行过多，其余已跳过。',
  'Repeats a call of the same reply; skipped.': '与同一回复中的调用重复，已跳过。',
  'A second result for the same call; skipped.': '同一调用的第二个结果，已跳过。',
  'A result whose call is missing.': '该结果对应的调用缺失。',
  'Repeats the id of an earlier line; skipped.': '与前面某行的 ID 重复，已跳过。',
  'No readable message; the line is kept unchanged.': '没有可读取的消息，该行原样保留。',
};
