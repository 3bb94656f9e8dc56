// Expands templates in a scenario's texts and arguments.

export type Values = Record<string, string>;

/**
 * Expands `{{name}}`, `{{name|fallback}}`, `{{name:escaped}}` for a regular expression and `{{name:listed}}` for a list
 * of lines; missing values are empty.
 */
export function fillTemplate(template: string, values: Values): string {
  return template.replace(
    /\{\{\s*([a-z][a-z0-9_]*)(?::(escaped|listed))?\s*(?:\|([^}]*))?\}\}/g,
    (_whole, name: string, form: string | undefined, fallback: string | undefined) => {
      const value = Object.hasOwn(values, name) && values[name] !== '' ? (values[name] as string) : (fallback ?? '');
      if (form === 'listed') return value.replaceAll('\n', '`, `');
      return form === 'escaped' ? value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : value;
    },
  );
}

/** Fills each paragraph and drops the empty ones. */
export function fillText(template: string, values: Values): string {
  if (!template.includes('{{')) return template;
  const paragraphs = template.split('\n\n').map((paragraph) => fillTemplate(paragraph, values).trimEnd());
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
}

/** Fills call arguments and drops empty ones, so that the tool uses its default. */
export function fillArguments(template: Record<string, unknown>, values: Values): Record<string, unknown> {
  const filled = Object.entries(template).map(([key, value]) => [key, fillValue(value, values)] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}

function fillValue(value: unknown, values: Values): unknown {
  if (typeof value === 'string') {
    const text = fillTemplate(value, values);
    return text === '' && value !== '' ? undefined : text;
  }
  if (Array.isArray(value)) return value.map((each) => fillValue(each, values)).filter((each) => each !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  if ('$number' in value) {
    const text = fillTemplate(String(value.$number), values);
    return /^\d+$/.test(text) ? Number(text) : undefined;
  }
  if ('$each' in value) {
    const { $each, ...row } = value;
    const items = (values[String($each)] ?? '').split('\n').filter((item) => item !== '');
    return items.map((item) => fillArguments(row, { ...values, item }));
  }
  return fillArguments(value as Record<string, unknown>, values);
}
