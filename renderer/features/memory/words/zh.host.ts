// Instructions, the memory, and why a text of them cannot be used or saved: Chinese.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'This needs a conversation.': '这需要一个对话。',
  'Instructions can have at most {0} characters.': '指令最多{0}个字符。',
  'The text has changed meanwhile, so nothing was saved.': '这段文字在此期间已被修改，没有保存。',
  'Only a change of the memory can be restored.': '只有对记忆的修改可以恢复。',
  'it is not text in UTF-8 or UTF-16': '它不是 UTF-8 或 UTF-16 文本',
  '{0} is unchanged: {1}.': '{0}没有改变：{1}。',
  'changing what the model is told': '修改告诉模型的内容',
  'The text before this change is no longer kept. Nothing was changed.':
    '这次修改之前的内容已不再保存，没有改动任何内容。',
  'it is larger than {0} KB': '它超过了{0} KB',
  '{0} has changed meanwhile, so nothing was written.': '{0}在此期间已被修改，没有写入。',
  'the person has switched the memory off.': '记忆已被关闭。',
  'the memory cannot be used: {0}.': '记忆无法使用：{0}。',
  'It changes what models are told in all your later conversations.': '它会改变以后所有对话中告诉模型的内容。',
  'It changes what models are told in later conversations of this project.':
    '它会改变此项目以后的对话中告诉模型的内容。',
  'The memory was changed by someone else in the meantime, so nothing was written. Propose it again.':
    '记忆在此期间已被他人修改，没有写入。请重新提议。',
};
