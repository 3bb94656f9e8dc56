// Chinese strings for the shared browser.

import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  intro: '你与模型一起使用的浏览器。它有单独的配置文件，模型只能打开你允许的网站。',
  use: '浏览器',
  off: '关闭',
  none: '此电脑上没有找到 Chrome、Chromium、Edge 或 Brave。',
  useHint: '不会下载任何内容。打开此功能需要在窗口之外确认。',
  other: '其他浏览器…',
  program: '程序',
  programHint: '基于 Chromium 的浏览器的绝对路径。',
  save: '使用',
  headless: '不显示窗口',
  headlessHint: '用于没有显示器的电脑。你只能看到截图。',
  open: '浏览器已打开。',
  close: '关闭浏览器',
  profile: (folder) => `配置文件在 ${folder}。删除此文件夹即可退出所有登录。`,
  sites: '允许的网站',
  sitesHint: '无论批准模式如何，打开其他网站都会询问你。',
  noSites: '还没有网站。',
  site: '网站',
  siteHint: '例如 http://localhost:5173，或用 https://*.example.com 表示所有子域名',
  wildcardHint: (site) => `允许任意层级的所有子域名：${site}。私有地址仍被阻止。域名本身需另行添加。`,
  siteBad: '请输入以 http:// 或 https:// 开头的地址。',
  add: '允许',
  remove: '移除',
  removeLabel: (site) => `移除 ${site}`,
  point: {
    title: '指出元素',
    body: '截图是调用时的页面，页面此后可能已改变。',
    picture: '页面截图',
    keys: '点击元素。也可以聚焦图片，用方向键移动（按住 Shift 更精确），再按 Enter。',
    none: '尚未选择。',
    place: '此处',
    element: (role, name) => (name === '' ? role : `${role}“${name}”`),
    comment: '评论',
    add: '添加到消息',
    about: (element, url, selector, comment) =>
      `关于 ${url} 上的${element}${selector === '' ? '' : `（${selector}）`}：${comment}`,
  },
};
