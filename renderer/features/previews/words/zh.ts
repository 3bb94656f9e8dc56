// 回复中图表、图片和网页的预览。

import type { Wording } from '../../../core/words/wording.ts';
import type { catalogue as english } from './en.ts';

export const catalogue: Wording<typeof english> = {
  names: { mermaid: '图表预览', svg: '图片预览', html: '网页预览' },
  sealed: '在封闭的框架中绘制：没有网络，也接触不到本窗口。',
  drawing: '正在绘制…',
  empty: '没有可绘制的内容。',
  tooLong: '内容过长，无法预览。代码完整保留。',
  failed: '图表有语法错误，无法绘制：',
  noProgram: '无法加载绘图程序。切换到代码再切换回来即可重试。',
  left: '预览试图转到别的页面，已被关闭。没有加载任何内容。',
  notDrawn: '这不是可以绘制的 SVG 图片。',
  copySvg: '复制为 SVG',
  save: (ending) => `保存为 .${ending}`,
  saveAs: '保存…',
  enlarge: '放大查看',
  file: { mermaid: '图表', svg: '图片', html: '网页' },
};
