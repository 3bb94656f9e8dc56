// What the sandbox says: Chinese.

import type { HostTranslations } from '../../hostTranslations.ts';

export const sandboxWords: HostTranslations = {
  'There is no sandbox for this system yet.': '这个系统暂时没有沙盒。',
  '{0} is not installed.': (name) => `未安装 ${name}。`,
  'bubblewrap does not work here: {0}': 'bubblewrap 在这里无法工作：{0}',
  'sandbox-exec does not work here.': 'sandbox-exec 在这里无法工作。',
  'The sandbox could not be opened: {0}.': '无法打开沙盒：{0}。',
  'In the sandbox, it wants to connect to {0}.': (host) => `它想从沙盒中连接 ${host}。`,
  'The sandbox stopped it: it wanted to connect to {0}.': (hosts) => `沙盒阻止了它：它想连接 ${hosts}。`,
  'The sandbox stopped it: it wanted to read {0}.': (paths) => `沙盒阻止了它：它想读取 ${paths}。`,
  'The sandbox stopped it: it wanted to write to {0}.': (paths) => `沙盒阻止了它：它想写入 ${paths}。`,
  'If you allow it, it runs again from the beginning, outside the sandbox.': '如果允许，它会在沙盒之外从头重新运行。',
  'If you allow it, it runs again from the beginning and may write to {0}.': (paths) =>
    `如果允许，它会从头重新运行，并可以写入 ${paths}。`,
  'Nothing is changed while you plan.': '做计划时不会更改任何内容。',
  'It only reads, as everything does while you plan.': '做计划时只读取，它也一样。',
  'It runs in the sandbox, where it can change nothing.': '它在沙盒中运行，无法更改任何内容。',
  'There is no sandbox here: {0}': (why) => `这里没有沙盒：${why}`,
  "The project's folder holds your home folder, which the sandbox is to protect.":
    '项目文件夹包含你的主文件夹，而沙盒正是要保护它。',
  'is not the name of a host': '不是主机名',
  'must be an absolute path or begin with ~/': '必须是绝对路径，或以 ~/ 开头',
  'sandbox: is for a server that is started as a command.': 'sandbox：只适用于作为命令启动的服务器。',
  'The sandbox did not let it connect to {0}. Hosts that it may reach are listed in its settings.': (host) =>
    `沙盒不允许它连接 ${host}。它可以访问的主机列在其设置中。`,
  'The sandbox did not let it write to {0}.': (path) => `沙盒不允许它写入 ${path}。`,
  'The sandbox did not let it read {0}.': (path) => `沙盒不允许它读取 ${path}。`,
  'It created {0}, which configures other programs; it was moved aside.': (path) =>
    `它创建了会配置其他程序的 ${path}，已将其移走。`,
  'Not everything in {0} could be checked after it ended.': (path) => `它结束后，${path} 中有内容无法检查。`,
  'it is set to run in the sandbox, and there is none here: {0}': (why) =>
    `它被设为在沙盒中运行，而这里没有沙盒：${why}`,
  '{0} To install it, run: {1}': (why, line) => `${why}要安装，请运行：${line}`,
  'It runs in the sandbox.': '它在沙盒中运行。',
  'Editing files in the project is allowed without asking.': '允许直接编辑项目中的文件，不再询问。',
  'sandboxed commands to write to {0}': (path) => `沙盒中的命令写入 ${path}`,
  'sandboxed commands to connect to {0}': (host) => `沙盒中的命令连接 ${host}`,
};
