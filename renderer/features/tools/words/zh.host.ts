// Chinese strings for the host's descriptions of what a call will do.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

const projectFolder = '项目文件夹';

/** A path within a sentence; the project's folder is called by name. */
const isProject = (path: string): boolean => path === '.' || path === projectFolder;
const place = (path: string): string => (isProject(path) ? projectFolder : ` ${path}`);
const folder = (path: string): string => (isProject(path) || path.endsWith('）') ? place(path) : `${place(path)} `);

export const hostTranslations: HostTranslations = {
  'Stop {0} and everything it started': '停止{0}以及它启动的一切',
  'List {0}, {1} levels deep': (path, depth) => `列出${folder(path)}的文件，深入 ${depth} 层`,
  'Read output of {0}': '读取{0}的输出',
  'Read {0}': (path) => `读取${place(path)}`,
  'Read {0} from line {1}': (path, first) => `读取${place(path)}，从第 ${first} 行起`,
  'Read {0}, lines {1}–{2}': (path, first, last) => `读取${place(path)}，第 ${first}–${last} 行`,
  'Read {0} from byte {1}': '读取{0}，从第{1}字节起',
  'Tools: {0}': '工具：{0}',
  'the project folder': projectFolder,
  none: '无',
  'Tools: all available in this conversation': '工具：此对话的全部工具',
  'Search {0} for “{1}”': (path, what) => `在${folder(path)}中搜索“${what}”`,
  '{0} in {1}': '{0}，限{1}',
  'To {0}, running: {1}': '写入{0}，正在运行：{1}',
  'Search with {0} ({1}): {2}': '用{0}（{1}）搜索：{2}',
  '(then closes its input)': '（然后关闭其输入）',
};
