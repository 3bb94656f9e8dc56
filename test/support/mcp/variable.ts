// A variable reference in a configuration.

export function variable(name: string): string {
  return `\${${name}}`;
}
