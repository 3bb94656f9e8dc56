// What is said of hooks: Chinese.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'It sent the model back {0} times in this turn, the most there is; the turn has ended.':
    '它在这一轮中已让模型继续工作{0}次，达到上限，这一轮已结束。',
  'A hook of yours wants you to decide: {0}': '你的钩子要求由你决定：{0}',
  'Its command names too many files.': '命令中提到的文件太多。',
  'It printed too much to be read as an answer.': '输出太多，无法作为回答读取。',
  'What it printed begins like JSON, but is not valid JSON.': '输出看起来像 JSON，但不是有效的 JSON。',
  'The field “{0}” of its answer has an unexpected value.': '回答中字段“{0}”的值不符合预期。',
  'It wanted to change the arguments of the call; hooks cannot do that here.':
    '它想更改调用的参数，但钩子在这里不能这样做。',
  'It was killed by {0}.': '它被{0}终止。',
  'Its command was not found (exit code 127).': '找不到命令（退出代码 127）。',
  'Its command cannot be executed (exit code 126).': '命令无法执行（退出代码 126）。',
  'It ended with exit code {0}.': '以退出代码{0}结束。',
  '{0} is not valid JSON, so none of its hooks run.': '{0}不是有效的 JSON，其中的钩子都不会运行。',
  '{0} has no object “hooks”, so none of its hooks run.': '{0}中没有“hooks”对象，其中的钩子都不会运行。',
  '{0}: hooks of these events do not run here: {1}.': '{0}：以下事件的钩子不会在这里运行：{1}。',
  '{0}: only the first {1} hooks count.': '{0}：只有前{1}个钩子有效。',
  '{0}: {1} is not a list.': '{0}：{1}不是列表。',
  '{0}: entry {1} of {2} has no list “hooks”.': '{0}：{2}的第{1}项没有“hooks”列表。',
  'It is not an object with a command.': '它不是带有命令的对象。',
  'Hooks of the type “{0}” do not run here; only commands do.': '类型为“{0}”的钩子不会在这里运行，只支持命令。',
  'It has no command.': '没有命令。',
  'Its command is longer than {0} characters.': '命令超过{0}个字符。',
  'Its command contains a NUL character.': '命令包含 NUL 字符。',
  'Its matcher is too long.': '匹配规则太长。',
  'Its matcher repeats a group, or repeats too much: that could take forever.':
    '匹配规则重复了分组或重复过多，可能永远无法完成。',
  'Its matcher is not a valid regular expression.': '匹配规则不是有效的正则表达式。',
  '{0} is not valid JSON. Nothing was changed: mend it first.': '{0}不是有效的 JSON。没有更改任何内容，请先修正文件。',
  '{0} has no object “hooks”. Nothing was changed: mend it first.':
    '{0}中没有“hooks”对象。没有更改任何内容，请先修正文件。',
  'That hook is no longer there, or has changed. Look at the list again.': '该钩子已不存在或已更改。请重新查看列表。',
  'It was not run: {0}': (reason) => `未运行：${reason}`,
  'It runs in the sandbox, which refused it: {0}. A hook that needs this can be one of your own.': (names) =>
    `它在沙盒中运行，沙盒拒绝了它访问：${names}。需要此类访问的钩子可以设为你自己的钩子。`,
  'It was not run: while the person plans, hooks run in the sandbox only, and there is none here. {0}':
    '没有运行：计划模式下钩子只在沙盒中运行，而这里没有沙盒。{0}',
  'This folder is not trusted, so none of its hooks can be approved.': '此文件夹未受信任，因此无法批准其中的钩子。',
  'This hook cannot run as it is written.': '此钩子的写法有误，无法运行。',
  'This hook runs only in folders that you trust.': '此钩子只在你信任的文件夹中运行。',
  'One hook of this folder does not run because you have not approved it. Look at it in Settings, Hooks.':
    '此文件夹有一个钩子尚未获得你的批准，因此没有运行。请在“设置”的“钩子”中查看。',
  '{0} hooks of this folder do not run because you have not approved them. Look at them in Settings, Hooks.':
    '此文件夹有{0}个钩子尚未获得你的批准，因此没有运行。请在“设置”的“钩子”中查看。',
  'Only a hook that is on can be tried.': '只有已开启的钩子才能测试。',
  'It took longer than {0} s and was ended.': '运行超过{0}秒，已被终止。',
  'It was ended when the run was stopped.': '运行停止时它被终止。',
  'changing the hooks': '更改钩子',
};
