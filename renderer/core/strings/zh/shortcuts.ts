// Chinese strings for the list of shortcuts and the keyboard settings.

import type { Wording } from '../../words/wording.ts';
import type { shortcutStrings as en } from '../en/shortcuts.ts';

export const shortcutStrings: Wording<typeof en> = {
  list: {
    find: '查找快捷键',
    empty: '没有匹配的命令。',
    change: '更改快捷键…',
    palette: '所有命令也可在命令面板中找到：',
    fixed: '此快捷键无法更改。',
    where: {
      card: '消息为空时',
      composer: '在输入框中',
      transcript: '对话内容获得焦点时',
      sidebar: '在侧边栏的对话上',
    },
  },
  keyboard: {
    intro: '选择一行，然后按下新的快捷键。更改会立即生效。',
    browser: '浏览器保留了 Ctrl+N 和 Ctrl+W 等快捷键，因此这里使用其他按键。',
    change: (title) => `更改“${title}”的快捷键`,
    press: '请按快捷键…',
    pressHint: 'Esc 取消，Backspace 移除快捷键。',
    clear: (title) => `移除“${title}”的快捷键`,
    reset: (title) => `恢复“${title}”的默认快捷键`,
    resetAll: '恢复所有默认快捷键',
    changed: '已更改',
    taken: (keys, title) => `${keys} 已用于“${title}”。请先更改那个快捷键。`,
    bare: '快捷键需要包含 Ctrl 或 Alt（Mac 上为 ⌘ 或 ⌥），或者是功能键。',
    editing: (keys) => `${keys} 用于编辑文字。`,
    browserOwn: (keys) => `${keys} 已被浏览器占用，此窗口收不到。`,
    failed: '无法保存快捷键。',
  },
};
