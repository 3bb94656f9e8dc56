// What the bundler makes of `import.meta.glob`: for each file a function that loads it, or, with `eager`, the module or one
// of its exports.

interface ImportMeta {
  glob<Module>(pattern: string): Record<string, () => Promise<Module>>;
  glob<Module>(pattern: string, options: { eager: true }): Record<string, Module>;
  glob<Value>(pattern: string, options: { eager: true; import: string }): Record<string, Value>;
}
