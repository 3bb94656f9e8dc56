// Chinese translations of host sentences about the desktop app.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'Only the desktop app can do this.': '只有桌面应用支持此操作。',
  'Only the quick window can do this, while you are in it.': '只有快捷窗口能执行此操作，且仅在您正在使用它时。',
  'macOS does not let Throughline record the screen. Allow it in System Settings, under Privacy & Security, Screen Recording. Then start Throughline again.':
    'macOS 不允许 Throughline 录制屏幕。请在“系统设置”的“隐私与安全性”>“屏幕录制”中允许，然后重新启动 Throughline。',
  'Nothing was shared. On Wayland the system asks what to share; it needs xdg-desktop-portal with a backend for your desktop.':
    '没有共享任何内容。在 Wayland 上，系统会询问要共享什么；这需要 xdg-desktop-portal 以及适用于你的桌面环境的后端。',
  'The system shows no window or screen to Throughline.': '系统没有向 Throughline 提供任何窗口或屏幕。',
};
