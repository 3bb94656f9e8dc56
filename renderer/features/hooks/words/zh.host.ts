// Chinese translations of host sentences about hooks.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'It made the model continue {0} times in this turn, which is the limit. The turn has ended.':
    '它在这一轮中已让模型继续{0}次，达到上限。这一轮已结束。',
  'One of your hooks wants you to decide: {0}': '你的一个钩子希望由你决定：{0}',
  'One of your hooks denied this message, so it was not sent: {0}': '你的一个钩子拒绝了这条消息，因此没有发送：{0}',
  'One of your hooks denied the compaction: {0}': '你的一个钩子拒绝了压缩：{0}',
  'Its command names too many files.': '命令中提到的文件太多。',
  'Its output is too long to be used as a response.': '输出太长，无法用作响应。',
  'Its output looks like JSON but is not valid JSON.': '输出看似 JSON，但不是有效的 JSON。',
  'The field “{0}” of its response has an unexpected value.': '响应中字段“{0}”的值不符合预期。',
  'It tried to change the arguments of the call, which hooks cannot do here.':
    '它试图更改调用的参数，钩子在这里不能这样做。',
  'It was killed by {0}.': '它被{0}终止。',
  'Its command was not found (exit code 127).': '找不到命令（退出代码 127）。',
  'Its command cannot be executed (exit code 126).': '命令无法执行（退出代码 126）。',
  'It ended with exit code {0}.': '以退出代码{0}结束。',
  '{0} is not valid JSON, so none of its hooks run.': '{0}不是有效的 JSON，其中的钩子都不会运行。',
  '{0} has no “hooks” object, so none of its hooks run.': '{0}中没有“hooks”对象，其中的钩子都不会运行。',
  '{0}: hooks for these events do not run here: {1}.': '{0}：以下事件的钩子不会在这里运行：{1}。',
  '{0}: only the first {1} hooks are used.': '{0}：只使用前{1}个钩子。',
  '{0}: {1} is not a list.': '{0}：{1}不是列表。',
  '{0}: entry {1} of {2} has no “hooks” list.': '{0}：{2}的第{1}项没有“hooks”列表。',
  'It is not an object with a command.': '它不是带有命令的对象。',
  'Hooks of the type “{0}” do not run here. Only commands do.': '类型为“{0}”的钩子不会在这里运行，只支持命令。',
  'It has no command.': '没有命令。',
  'Its command is longer than {0} characters.': '命令超过{0}个字符。',
  'Its command contains a NUL character.': '命令包含 NUL 字符。',
  'Its matcher is too long.': '匹配规则太长。',
  'Its matcher repeats a group or too much text, so it could run forever.':
    '匹配规则重复了分组或过多文字，可能永远运行不完。',
  'Its matcher is not a valid regular expression.': '匹配规则不是有效的正则表达式。',
  '{0} is not valid JSON. Nothing was changed. Fix the file first.':
    '{0}不是有效的 JSON。没有更改任何内容。请先修正文件。',
  '{0} has no “hooks” object. Nothing was changed. Fix the file first.':
    '{0}中没有“hooks”对象。没有更改任何内容，请先修正文件。',
  'This hook no longer exists or has changed. Check the list again.': '此钩子已不存在或已更改。请重新查看列表。',
  'It was not run: {0}': (reason) => `未运行：${reason}`,
  'The sandbox denied it access to: {0}. If a hook needs this, add it as one of your own.': (names) =>
    `它在沙盒中运行，沙盒拒绝了它访问：${names}。需要此类访问的钩子可以设为你自己的钩子。`,
  'It was not run. In plan mode, hooks run only in the sandbox, and none is available. {0}':
    '没有运行。计划模式下，钩子只在沙盒中运行，但没有可用的沙盒。{0}',
  'This folder is not trusted, so its hooks cannot be approved.': '此文件夹未受信任，因此无法批准其中的钩子。',
  'This hook cannot run because of an error in its definition.': '此钩子的定义有误，无法运行。',
  'This hook runs only in trusted folders.': '此钩子只在受信任的文件夹中运行。',
  'One hook from this folder does not run because you have not approved it. Review it in Settings, Hooks.':
    '此文件夹有一个钩子尚未获得你的批准，因此没有运行。请在“设置”的“钩子”中查看。',
  '{0} hooks from this folder do not run because you have not approved them. Review them in Settings, Hooks.':
    '此文件夹有{0}个钩子尚未获得你的批准，因此没有运行。请在“设置”的“钩子”中查看。',
  'Only enabled hooks can be tested.': '只有已开启的钩子才能测试。',
  'It took longer than {0} s and was stopped.': '运行超过{0}秒，已停止。',
  'It was stopped together with the run.': '已随运行一起停止。',
  'changing the hooks': '更改钩子',
};
