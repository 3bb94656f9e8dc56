// Chinese strings for the host's messages about compares.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'It was stopped before it began.': '它在开始之前就被停止了。',
  'There is no answer to continue with yet.': '还没有可以用来继续的回答。',
  'This agent is not set up on this machine.': '这台电脑上没有设置这个智能体。',
  'The conversation is empty.': '对话是空的。',
  'This compare does not exist in the conversation.': '对话中没有此对比。',
  'This answer is not finished. Wait for it or stop it, then continue with it.':
    '此回答尚未完成。请等它完成或将其停止，再用它继续。',
  'The conversation already continues with one of these answers. Write a message there instead.':
    '对话已经用其中一个回答继续了。请直接在对话中发送消息。',
  'The answers cannot change files. {0}': (reason) => `这些回答不能修改文件。${reason}`,
  '{0} can change files without asking. Here it needs a worktree.': (name) =>
    `${name} 可以不经询问就修改文件，因此在这里需要使用工作树。`,
  'This chat has no folder.': '此对话没有文件夹。',
  'The worktree of this answer was removed, so it cannot continue.': '此回答的工作树已被移除，因此无法继续。',
  'This conversation is in plan mode, which changes no files.': '此对话处于计划模式，不会修改文件。',
  'Nothing was compared in this conversation.': '此对话中没有进行过对比。',
  'adding an answer': '添加回答',
  'Not all of the answer was saved: {0}.': (reason) => `回答没有全部保存：${reason}。`,
  'The conversation has no message to answer.': '对话中没有可回答的消息。',
};
