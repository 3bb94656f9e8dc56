// A count with its noun, in the form that the language has for it: `counted(3, { one: 'line', other: 'lines' })`.

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

export function createCounted(locale: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(locale);
  return (count, forms) => `${count.toLocaleString(locale)} ${forms[rules.select(count)] ?? forms.other}`;
}
