// Chinese strings for previews of diagrams, SVG and HTML in a reply.

import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  names: { mermaid: '图表预览', svg: '图片预览', html: '网页预览' },
  sealed: '显示在隔离的框架中，无法访问网络和此窗口。',
  drawing: '正在渲染…',
  empty: '没有可显示的内容。',
  tooLong: '内容过长，无法预览。代码完整保留。',
  failed: '此图表有错误，无法渲染：',
  noProgram: '无法加载图表渲染器。切换到“代码”再切换回来即可重试。',
  left: '预览试图跳转到其他页面，已关闭。没有加载任何内容。',
  notDrawn: '无法渲染此 SVG 图片。',
  copySvg: '复制为 SVG',
  save: (ending) => `保存为 .${ending}`,
  saveAs: '保存…',
  enlarge: '放大查看',
  file: { mermaid: '图表', svg: '图片', html: '网页' },
};
