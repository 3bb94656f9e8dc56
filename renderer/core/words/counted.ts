// A number with its counted noun.

const rules = new Intl.PluralRules('en');

export const counted = (value: number, one: string, many: string): string =>
  `${value.toLocaleString('en')} ${rules.select(value) === 'one' ? one : many}`;
