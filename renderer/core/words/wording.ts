// The type of a translation: the same keys and functions, with any text. A missing or extra key does not compile.

export type Wording<T> = T extends (...given: infer Given) => string
  ? (...given: Given) => string
  : T extends string
    ? string
    : T extends readonly unknown[]
      ? { readonly [Index in keyof T]: Wording<T[Index]> }
      : { readonly [Key in keyof T]: Wording<T[Key]> };
