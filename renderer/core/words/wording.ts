// Shared by catalogs of strings: the type of a translation, and counted nouns.

/**
 * The type of a translation: the same keys and functions, with any text. A missing or extra key does not compile.
 */
export type Wording<T> = T extends (...args: infer Given) => string
  ? (...args: Given) => string
  : T extends string
    ? string
    : T extends readonly unknown[]
      ? { readonly [Index in keyof T]: Wording<T[Index]> }
      : { readonly [Key in keyof T]: Wording<T[Key]> };

const rules = new Intl.PluralRules('en');

/** A number with its counted noun. */
export const counted = (value: number, one: string, many: string): string =>
  `${value.toLocaleString('en')} ${rules.select(value) === 'one' ? one : many}`;
