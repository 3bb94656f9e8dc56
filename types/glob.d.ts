// What the bundler makes of `import.meta.glob`: for each file a function that loads it, or, with `eager`, one of its exports.

interface ImportMeta {
  glob<Module>(pattern: string): Record<string, () => Promise<Module>>;
  glob<Value>(pattern: string, options: { eager: true; import: string }): Record<string, Value>;
}
