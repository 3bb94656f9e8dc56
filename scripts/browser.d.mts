export interface FoundBrowser {
  name: 'CHROME_PATH' | 'system' | 'playwright' | 'registry';
  executablePath: string;
  args: string[];
  /** Variables that it needs in addition to this process's. */
  env: Record<string, string>;
  chromiumSandbox: boolean;
}

/**
 * Finds the first browser that really starts, and the problems of those before it. `only` restricts it to one source.
 */
export function findBrowser(
  root: string,
  options?: { only?: FoundBrowser['name'] },
): Promise<{ browser: FoundBrowser | null; tried: string[] }>;
