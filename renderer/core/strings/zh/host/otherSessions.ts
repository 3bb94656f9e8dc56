// What is said of sessions of Codex, OpenCode and Gemini CLI: Chinese.

import type { HostTranslations } from '../../hostTranslations.ts';

export const otherSessionWords: HostTranslations = {
  'A second result for one call was left out': '同一次调用的第二个结果未导入',
  'A result without its call was left out': '没有对应调用的结果未导入',
  'It is not a session of Gemini CLI': '这不是 Gemini CLI 的会话',
  'It is nested too deeply': '嵌套过深',
  'It is not valid JSON': '不是有效的 JSON',
  'The line is too long': '该行过长',
  'The line is not a JSON object': '该行不是 JSON 对象',
  'The row {0} could not be read': '无法读取行{0}',
  'It is not a session of OpenCode': '这不是 OpenCode 的会话',
  'Message {0} could not be read': '无法读取消息{0}',
};
