// What another language has to have: the same keys, the same functions, any words. A key that is missing, or one too
// many, does not compile.

export type Wording<T> = T extends (...given: infer Given) => string
  ? (...given: Given) => string
  : T extends string
    ? string
    : T extends readonly unknown[]
      ? { readonly [Index in keyof T]: Wording<T[Index]> }
      : { readonly [Key in keyof T]: Wording<T[Key]> };
