// Chinese translations of host sentences about goals.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'A call needs your answer. Answer it, then resume the goal.': '有一个调用需要你回应。回应后继续目标。',
  'You stopped its run.': '你停止了它的运行。',
  'Its run failed.': '它的运行失败了。',
  'It reached its time limit of {0} minutes.': '达到时间上限：{0}分钟。',
  'The test did not pass in {0} rounds.': '{0}轮内测试未通过。',
  'No file changed in the last {0} rounds, and the test failed in the same way.':
    '最近{0}轮没有更改任何文件，测试也以同样的方式失败。',
  'The test failed in the same way in the last {0} rounds although files changed.':
    '最近{0}轮虽然更改了文件，但测试仍以同样的方式失败。',
  'This conversation has no goal.': '此对话没有目标。',
  'The goal has changed. Look at it again.': '目标已更改。请重新查看。',
  'In plan mode, the command does not run. Choose another mode, then resume the goal.':
    '计划模式下不运行命令。请选择其他模式，然后继续目标。',
  'This goal is over.': '此目标已结束。',
  'This goal has no check.': '此目标没有检查。',
  'The goal is running already.': '目标已在运行。',
  'Another process works on this goal.': '另一个进程正在处理此目标。',
  'This conversation has a goal already. Stop it first.': '此对话已有目标。请先停止它。',
  'Calls of this conversation are open. Run or skip them first.': '此对话有未处理的调用。请先运行或跳过。',
  'An agent answers here, so choose a model that checks the goal.': '这里由代理回答，请选择一个模型来检查目标。',
  'The command contains a secret, which would be stored. Let it read the secret from the environment.':
    '命令中包含会被保存的密钥。请让它从环境变量读取。',
  'The conversation now works in another folder than its goal. Stop it, and set a new one.':
    '对话现在的文件夹与目标的不同。请停止它并设置新目标。',
  'The model that checks the goal did not answer with yes or no.': '检查目标的模型没有回答“是”或“否”。',
  'The goal could not be read: {0}.': '无法读取目标：{0}。',
  'The goal could not be read: {0} is not valid.': '无法读取目标：{0}无效。',
  'The goal was not saved: {0}.': '目标未保存：{0}。',
  'changing its goal': '正在更改其目标',
  'working on a goal': '正在处理目标',
  'The goal in “{0}” was interrupted when the app ended. You can resume it there.':
    '“{0}”中的目标在应用结束时中断。你可以在那里继续。',
  '{0} goals were interrupted when the app ended. You can resume them in their conversations.':
    '有{0}个目标在应用结束时中断。你可以在各自的对话中继续。',
};
