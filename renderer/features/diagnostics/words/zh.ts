// Chinese strings for diagnostics.

import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  doctor: {
    title: '检查这台机器',
    intro: '查找影响应用正常工作的原因，不会更改任何内容。',
    network: '同时联系我的服务商',
    networkHint: '检查连接、证书和时钟。不会发送密钥或文本。',
    run: '检查',
    again: '重新检查',
    running: '正在检查…',
    fine: '没有发现问题',
    problems: (count) => `${number(count)} 个问题`,
    status: { problem: '问题', unknown: '未知', note: '提示', ok: '正常' },
    passed: (count) => `${number(count)} 项检查通过`,
    fix: '修复',
    removeTitle: '要移除吗？',
    remove: '移除',
    removeOf: (finding) => `移除：${finding}`,
    fixOf: (finding) => `修复：${finding}`,
  },
  report: {
    title: '报告问题',
    intro:
      '生成一份文本，包含版本、系统、你更改过的设置、上面的检查结果和日志。其中没有对话、名称、路径、地址或密钥。请阅读、编辑后自行发送：应用不会发送任何内容。',
    make: '生成报告',
    making: '正在生成…',
    text: '报告',
    save: '保存…',
    copy: '复制',
    copied: '已复制',
    copyFailed: '无法复制报告。请选中后自行复制。',
  },
  logs: {
    title: '日志文件',
    amount: '写入日志文件',
    amountHint: '条目只有代码和时间，从不包含对话中的文本。',
    amounts: { problems: '问题', all: '全部', off: '不写入' },
    folder: '文件夹',
    none: '此进程不保留日志。',
  },
};
