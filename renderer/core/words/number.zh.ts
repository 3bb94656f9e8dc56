// Chinese number format.

export const number = (value: number): string => value.toLocaleString('zh-CN');
