// Chinese translations of host sentences about terminals.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'A terminal needs a folder, and this conversation has none.': '终端需要一个文件夹，而此对话没有文件夹。',
  'Trust this folder first. Then you can open a terminal in it.': '请先信任此文件夹，然后才能在其中打开终端。',
  'This terminal was closed.': '此终端已关闭。',
  'The shell in this terminal has ended.': '此终端已退出。',
  'There are already {0} terminals here. Close one first.': '这里已有{0}个终端，请先关闭一个。',
  'The terminal was not started because the app is closing.': '应用正在关闭，因此没有启动终端。',
  'The terminal could not be started: {0}.': '无法启动终端：{0}。',
  'Terminals are not available on this system ({0}, {1}): there is no prebuilt terminal module for it.':
    '此系统（{0}、{1}）不支持终端：没有适用的预编译终端模块。',
};
