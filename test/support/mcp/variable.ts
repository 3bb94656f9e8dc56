// A variable as a configuration names it.

export function variable(name: string): string {
  return `\${${name}}`;
}
