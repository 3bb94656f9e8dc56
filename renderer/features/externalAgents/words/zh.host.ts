// Chinese translations of host sentences about external agents. Text from the agents themselves is not translated.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'the agent has ended': '智能体已结束',
  '{0} answered in a way that is not the Agent Client Protocol.': '{0}的响应不符合 Agent Client Protocol。',
  '{0} speaks version {1} of the Agent Client Protocol. This app speaks version {2}.':
    '{0}使用 Agent Client Protocol 版本{1}，本应用使用版本{2}。',
  '{0} has no messages of this session.': '{0}没有此会话的消息。',
  'The sign-in was stopped.': '登录已停止。',
  'The agent does not list this session.': '该智能体没有列出此会话。',
  'The app’s own ID of this session is not known.': '不知道此会话在该应用中的 ID。',
  '{0} did not answer within {1} s.': '{0}在{1}秒内没有响应。',
  '{0} (run {1} in a terminal)': '{0}（在终端中运行{1}）',
  '{0} is not signed in. Sign in with its own program, then try again.':
    '{0}尚未登录。请用它自己的程序登录，然后重试。',
  '{0} is not signed in. It offers: {1}.': '{0}尚未登录。可用的登录方式：{1}。',
  '{0} stopped: the process {1}.': '{0}已停止：进程{1}。',
  '{0} Its last output: {1}': '{0}最后的输出：{1}',
  '{0} did not answer: {1}.': '{0}没有响应：{1}。',
  '{0} no longer has this session: {1}': '{0}已没有这个会话：{1}',
  '{0} answered with an error: {1}': '{0}返回错误：{1}',
  '{0} answered with an error: {1}: {2}': '{0}返回错误：{1}：{2}',
  '{0} was not started because the app is closing.': '应用正在关闭，因此没有启动{0}。',
  '{0} is starting. The first start may take a minute.': '正在启动{0}。首次启动可能需要一分钟。',
  '{0} was not started because the run was stopped.': '运行已停止，因此没有启动{0}。',
  'The start of {0} was canceled.': '已取消启动{0}。',
  '{0} could not be started: {1}.': '无法启动{0}：{1}。',
  'There is no agent with this ID. It may have been removed.': '没有使用此 ID 的智能体，它可能已被移除。',
  'The command is empty. Nothing was saved.': '命令为空。没有保存任何内容。',
  'The command contains a NUL character. Nothing was saved.': '命令中含有 NUL 字符。没有保存任何内容。',
  'The program must be a name in PATH or an absolute path. Nothing was saved.':
    '程序必须是 PATH 中的名称或绝对路径。没有保存任何内容。',
  '{0} is not a variable name, or it is there twice. Nothing was saved.':
    '{0}不是变量名，或者出现了两次。没有保存任何内容。',
  '{0} is not installed: {1} was not found.': '{0}尚未安装：找不到{1}。',
  '{0} has not been allowed to run yet. Allow its command in Settings → Agents, or in a terminal: {1}':
    '{0}尚未获准运行。请在“设置 → 智能体”中允许它的命令，或在终端中运行：{1}',
  'The command of {0} has changed since you allowed it. Check it in Settings → Agents, or in a terminal: {1}':
    '自你允许以来，{0}的命令已更改。请在“设置 → 智能体”中检查，或在终端中运行：{1}',
  '{0} needs the variable {1}, which has no value. Enter it in the settings.':
    '{0}需要变量{1}，但它没有值。请在设置中填写。',
  'No folder could be created for the agent: {0}.': '无法为智能体创建文件夹：{0}。',
  '{0} may run what the files of its folder say, and {1} is not trusted. Trust the folder, or let the agent run in the sandbox.':
    '{0}可能会运行其文件夹中的文件所指定的内容，而{1}不受信任。请信任该文件夹，或让智能体在沙盒中运行。',
  'This command has changed in the meantime. Check it, and allow it again.': '此命令在此期间已更改。请检查并再次允许。',
  '{0} has no such way to sign in that the app could start.': '{0}没有可由应用启动的这种登录方式。',
  'This file is not a registry of agents: it is not valid JSON.': '此文件不是智能体注册表：它不是有效的 JSON。',
  'This file is not a registry of agents: it has no list named “agents”.':
    '此文件不是智能体注册表：其中没有名为“agents”的列表。',
  '{0} sent something that could not be read ({1}).': '{0}发送了无法读取的内容（{1}）。',
  '{0} does not offer this choice now.': '{0}现在不提供此选项。',
  '{0} is still working on the last message.': '{0}仍在处理上一条消息。',
  'The answer of {0} could not be stored: {1}.': '无法保存{0}的回答：{1}。',
  '{0} ended its turn without a reason that the protocol knows.': '{0}结束了本轮，但没有给出协议规定的原因。',
  'There is no session with this ID.': '没有使用此 ID 的会话。',
  'No prompt is running in this session.': '此会话中没有正在运行的提示。',
  'Too many requests are waiting for an answer.': '等待答复的请求太多。',
  'The session was not opened because the run was stopped.': '运行已停止，因此没有打开会话。',
  '{0} cannot continue earlier sessions.': '{0}无法继续之前的会话。',
  '{0} could not continue its earlier session: {1}': '{0}无法继续之前的会话：{1}',
  '{0} opened a session without an ID.': '{0}打开了一个没有 ID 的会话。',
  '{0} agent': '{0}个智能体',
  '{0} agents': '{0}个智能体',
  'changing the agents': '更改智能体',
  'There are already {0} agents. Remove one first.': '已有{0}个智能体。请先移除一个。',
};
