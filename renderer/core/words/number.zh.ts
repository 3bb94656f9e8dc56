// Numbers as they are written in Chinese.

export const number = (value: number): string => value.toLocaleString('zh-CN');
