// Chinese strings about notifications to a paired device.

import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  label: '窗口关闭时也通知这台设备',
  hint: '通过浏览器的推送服务发送。推送服务知道何时通知你，但无法读取内容。如果 15 秒内没有人回答或查看，就会发送，其中只有对话的标题。',
  denied: '浏览器不允许此页面发送通知。请在浏览器设置中允许。',
  failed: '无法连接浏览器的推送服务。',
  texts: {
    approval: '有调用需要你批准',
    question: '有问题需要你回答',
    done: '回复已就绪',
    failed: '运行失败',
    paused: '运行已暂停',
  },
};
