export interface FoundBrowser {
  name: 'CHROME_PATH' | 'system' | 'playwright' | 'registry';
  executablePath: string;
  args: string[];
  /** Variables that it needs besides those of this process. */
  env: Record<string, string>;
  chromiumSandbox: boolean;
}

/** The first browser that really starts, and what was wrong with those before it. `only` looks at one source. */
export function findBrowser(
  root: string,
  options?: { only?: FoundBrowser['name'] },
): Promise<{ browser: FoundBrowser | null; tried: string[] }>;
