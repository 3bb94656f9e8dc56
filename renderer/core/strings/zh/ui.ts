// Chinese strings for the frame: common buttons, and the connection.

import { number } from '../../words/number.zh.ts';
import type { Wording } from '../../words/wording.ts';
import type { uiStrings as en } from '../en/ui.ts';

export const uiStrings: Wording<typeof en> = {
  context: '上下文',
  file: '文件',
  appName: 'Throughline',
  close: '关闭',
  cancel: '取消',
  copy: '复制',
  copied: '已复制',
  copyFailed: '剪贴板不可用。请选中文字自行复制。',
  dismiss: '关闭提示',
  save: '保存',
  tryAgain: '重试',
  reload: '重新加载',
  more: '更多',
  lost: {
    updated: 'Throughline 已更新。你的草稿已保存。',
    away: 'Throughline 没有响应，窗口的这一部分无法加载。你的草稿已保存。',
    failed: '窗口的这一部分无法加载。你的草稿已保存。',
    loadAgain: '重新加载',
  },
  table: '表格',
  code: '代码',
  notifications: '通知',
  moreNotifications: (count) => `还有 ${number(count)} 条`,
  loading: '正在打开…',
  connecting: '正在连接应用…',
  reconnecting: 'Throughline 没有响应。你的对话不会丢失，草稿会留在这里。正在重新连接…',
  reconnectingLong: '仍无响应。如果应用已重新启动，请打开它显示的地址。',
  startedAgain: '应用已重新启动。请打开它显示的地址。你的草稿会留在这里。',
  refusedTitle: '这个标签页需要完整的地址',
  refusedBody:
    '请打开应用最近一次启动时显示的地址，包括末尾完整的“#token=…”。每个标签页都需要打开一次，且每次启动后地址都会变化。你的对话不会丢失。',
  endedTitle: '与应用的连接已断开',
  endedBody: '你的对话不会丢失。重新加载窗口即可继续。',
  startFailed: '无法打开应用',
  openSidebar: '显示侧边栏',
  closeSidebar: '隐藏侧边栏',
  panels: '面板',
  closePanel: '隐藏调用链',
  panelWidth: '面板宽度',
  panelWidthHint: '拖动可调整面板宽度，双击可重置。',
  settings: '设置',
  filter: {
    clear: '清除筛选',
    chip: (label, value) => `${label}：${value}`,
    several: (label, count) => `${label}：${count}`,
    left: (shown, of) => `${number(of)} 项中的 ${number(shown)} 项`,
  },
  units: {
    milliseconds: (count) => `${count} 毫秒`,
    seconds: (count) => `${count} 秒`,
    minutes: (count) => `${count} 分钟`,
    hours: (count) => `${count} 小时`,
  },
  time: {
    now: '刚刚',
    minutes: (count) => `${number(count)} 分钟前`,
    hours: (count) => `${number(count)} 小时前`,
    short: {
      minutes: (count) => `${number(count)} 分钟`,
      hours: (count) => `${number(count)} 小时`,
      days: (count) => `${number(count)} 天`,
    },
  },
};
