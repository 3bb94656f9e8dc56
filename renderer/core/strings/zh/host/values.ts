// What is said of a value that does not fit: of a form by the app, and of a setting by the library that checks it: Chinese.

import type { HostWords } from '../../hostWords.ts';

export const valueWords: HostWords = {
  'Demo: a script': '演示：脚本',
  '{0}: not an argument of this tool; it takes {1}': '{0}：不是此工具的参数，可用的有{1}',
  '{0}: does not take {1}': '{0}：不接受{1}',
  '{0}: is missing; give a value of type {1}': '{0}：缺少，应为{1}类型的值',
  '{0} needs a folder and this chat has none. Ask the person to open one.':
    '{0}需要文件夹，而此对话没有。请先打开一个。',
  'what {0} would do cannot be shown: {1}': '无法显示{0}会做什么：{1}',
  'The form has no field "{0}".': '表单中没有“{0}”这一栏。',
  'Too small: expected {0} to be >={1}': '不能小于{1}',
  'Too small: expected {0} to be >{1}': '必须大于{1}',
  'Too big: expected {0} to be <={1}': '不能大于{1}',
  'Too big: expected {0} to be <{1}': '必须小于{1}',
  'Invalid input: expected {0}, received {1}': '类型不对，应为{0}，而不是{1}',
  'Invalid option: expected one of {0}': '必须是其中之一：{0}',
  'Unrecognized key: "{0}"': '不认识的键“{0}”',
  'Too small: expected string to have >={0} characters': '至少需要{0}个字符',
  'Too small: expected array to have >={0} items': '至少需要{0}项',
  'Too big: expected string to have <={0} characters': '最多{0}个字符',
  'Too big: expected array to have <={0} items': '最多{0}项',
};
