// What the bundler makes of `import.meta.glob`: a function for each file that loads it.

interface ImportMeta {
  glob<Module>(pattern: string): Record<string, () => Promise<Module>>;
}
