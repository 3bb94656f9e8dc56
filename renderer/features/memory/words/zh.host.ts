// Chinese translations of host sentences about instructions and memory, and errors in using or saving them.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'This needs a conversation.': '此操作需要对话。',
  'Instructions can have up to {0} characters.': '指令最多{0}个字符。',
  'The text has changed in the meantime, so nothing was saved.': '文字在此期间已更改，因此没有保存。',
  'Only memory changes can be restored.': '只能恢复记忆的更改。',
  'it is not text in UTF-8 or UTF-16': '它不是 UTF-8 或 UTF-16 文本',
  '{0} is unchanged: {1}.': '{0}没有更改：{1}。',
  'changing instructions or memory': '更改指令或记忆',
  'The text from before this change is no longer available. Nothing was changed.':
    '这次修改之前的内容已不再保存，没有改动任何内容。',
  'it is larger than {0} KB': '大于{0} KB',
  '{0} has changed in the meantime, so nothing was written.': '{0}在此期间已更改，因此没有写入。',
  'the user has turned memory off.': '记忆已被关闭。',
  'the memory cannot be used: {0}.': '记忆无法使用：{0}。',
  'It changes what models see in all your future conversations.': '它会更改今后所有对话中模型看到的内容。',
  'It changes what models see in future conversations in this project.': '它会更改此项目今后的对话中模型看到的内容。',
  'The memory was changed by someone else in the meantime, so nothing was written. Propose the change again.':
    '记忆在此期间已被他人更改，因此没有写入。请重新提议此更改。',
};
