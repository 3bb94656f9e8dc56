// Chinese strings for the host's messages about projects that are shown as one.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'These are shown as one project already.': '这些已经作为一个项目显示。',
  'Chats without a folder cannot be shown as part of a project.': '没有文件夹的对话不能作为项目的一部分显示。',
};
