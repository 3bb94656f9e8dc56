// Chinese description of a rule; follows “允许”.

import { visibleText } from '../../../../shared/core/visibleText.ts';
import { shortToolName } from '../../../../shared/features/tools/toolInfo.ts';
import type { RuleMatch } from '../../../../shared/permission/permission.ts';
import { quoteWord } from '../../../../shared/permission/ruleText.ts';

export function ruleWords(match: RuleMatch): string {
  const { path, origin, background, opensPath, opensHost } = match;
  if (opensPath !== undefined) return visibleText(`沙盒中的命令写入 ${opensPath}`);
  if (opensHost !== undefined) return visibleText(`沙盒中的命令连接 ${opensHost}`);
  const limits = [
    ...(background ? ['在后台'] : []),
    ...(path === undefined ? [] : [path.endsWith('/**') ? `限文件夹 ${path.slice(0, -3)}` : `限 ${path}`]),
    ...(origin === undefined ? [] : [`限网站 ${origin}`]),
  ];
  return visibleText(limits.length === 0 ? kernel(match) : `${kernel(match)}（${limits.join('，')}）`);
}

function kernel({ tool, server, serverId, command, commandLine, process }: RuleMatch): string {
  const who = tool === '*' ? '任何工具' : ` ${tool} `;
  const by = tool === 'run_command' ? '' : `，由${who.trimEnd()}运行`;
  if (commandLine !== undefined) return `仅限命令 \`${commandLine}\`${by}`;
  if (command !== undefined) return `以 \`${command.map(quoteWord).join(' ')}\` 开头的命令${by}`;
  if (process !== undefined) return `${who.trimStart()}写入 ${process.split('/').at(-1)} 的任何内容`;
  if (server !== undefined) {
    const which = `服务器 ${server}${ofWhat(serverId)}`;
    return tool === '*' ? `${which} 的所有工具` : `${which} 的 ${shortToolName(tool)}`;
  }
  if (tool === 'run_command') return '任何命令';
  return tool === '*' ? '所有工具' : `调用 ${tool}`;
}

function ofWhat(serverId = ''): string {
  if (serverId.startsWith('folder:')) return '（来自项目文件夹）';
  return serverId.startsWith('project:') ? '（属于此项目）' : '';
}
