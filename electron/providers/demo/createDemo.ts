// Adapts the demo for the registry: loads and starts its server on first use.

import { fail, ok, type Result, sentenceFromThrown } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Scenario } from '../../interop/scenario/schema.ts';
import type { DemoServer, DemoServerOptions } from './demoServer.ts';

export interface Demo {
  baseUrl(): Promise<Result<string>>;
  close(): Promise<void>;
}

export const demoModel = 'demo-script';

export interface DemoOptions extends Omit<DemoServerOptions, 'scenarios'> {
  /** Overrides the built-in scenario. */
  scenario?: Scenario | undefined;
}

export function createDemo(options: DemoOptions): Demo {
  let server: Promise<Result<DemoServer>> | null = null;

  const start = async (): Promise<Result<DemoServer>> => {
    const scenarios = options.scenario ? ok([options.scenario] as const) : await ownScenarios();
    if (!scenarios.ok) return scenarios;
    try {
      const { startDemoServer } = await import('./demoServer.ts');
      return ok(await startDemoServer({ ...options, scenarios: scenarios.value }));
    } catch (thrown) {
      return fail('LLM_NETWORK', say`The demo model could not be started: ${sentenceFromThrown(thrown)}.`);
    }
  };
  return {
    async baseUrl() {
      server ??= start();
      const startedServer = await server;
      // Retry on next use.
      if (!startedServer.ok) server = null;
      return startedServer.ok ? ok(startedServer.value.url) : startedServer;
    },
    async close() {
      const startedServer = await server;
      server = null;
      if (startedServer?.ok) await startedServer.value.close();
    },
  };
}

async function ownScenarios(): Promise<Result<readonly [Scenario, Scenario]>> {
  const [{ parseScenario }, { default: scenarioText }, { default: chineseText }] = await Promise.all([
    import('../../interop/scenario/scenarioFile.ts'),
    import('./scenario.yaml?raw'),
    import('./scenario.zh.yaml?raw'),
  ]);
  const english = parseScenario(scenarioText, 'scenario.yaml');
  if (!english.ok) return english;
  const chinese = parseScenario(chineseText, 'scenario.zh.yaml');
  return chinese.ok ? ok([english.value, chinese.value]) : chinese;
}
