// Checks of the network: proxies, certificates, providers, local model servers and MCP servers. Only servers on this
// machine are contacted, unless the user agreed to more.

import { X509Certificate } from 'node:crypto';
import { type Sentence, say } from '../../../../shared/core/sentence.ts';
import type { Settings } from '../../../../shared/features/settings/settings.ts';
import { environmentProxies } from '../../../lib/environment.ts';
import { networkProblem } from '../../../providers/http/network.ts';
import { type Check, type CheckContext, good, note, type Observation, problem } from '../check.ts';
import type { Machine } from '../machine.ts';

export const networkChecks: readonly Check[] = [
  { name: 'proxy', run: checkProxy },
  { name: 'certificates', run: checkCertificates },
  { name: 'providers', run: checkProviders },
  { name: 'localServers', run: checkLocalServers },
  { name: 'mcp', run: checkMcp },
];

type Provider = Settings['providers'][number];

/** Values are not shown: they may hold a password. */
async function checkProxy({ machine }: CheckContext): Promise<Observation[]> {
  const { http, https, no, wrong } = environmentProxies(machine.env);
  const observations: Observation[] = [];
  if (wrong !== null)
    observations.push(
      problem(
        say`${wrong} is not the address of a proxy, so it is not used.`,
        say`It should look like http://proxy.example.com:8080.`,
      ),
    );
  const unsupported = ['ALL_PROXY', 'all_proxy'].find((name) => machine.env[name]);
  if (unsupported !== undefined && http === '' && https === '') {
    observations.push(
      note(
        say`${unsupported} is set, but only HTTPS_PROXY and HTTP_PROXY are used.`,
        say`Set HTTPS_PROXY, or enter a proxy for the provider in Settings.`,
      ),
    );
  }
  const set = [
    https !== '' ? 'HTTPS_PROXY' : null,
    http !== '' ? 'HTTP_PROXY' : null,
    no !== '' ? 'NO_PROXY' : null,
  ].filter((name) => name !== null);
  if (set.length > 0) observations.push(good(say`A proxy is configured: ${set.join(', ')}.`));
  return observations.length > 0 ? observations : [good(say`No proxy is configured.`)];
}

async function checkCertificates({ machine, parts }: CheckContext): Promise<Observation[]> {
  const observations: Observation[] = [];
  const extra = machine.env.NODE_EXTRA_CA_CERTS;
  if (extra) observations.push(await certificateFile(machine, 'NODE_EXTRA_CA_CERTS', extra));
  const { providers } = await parts.settings();
  const files = [...new Set(providers.map(({ certificate }) => certificate))];
  for (const file of files)
    if (file && file !== 'system')
      observations.push(await certificateFile(machine, say`a provider’s certificate`, file));
  const other = ['SSL_CERT_FILE', 'SSL_CERT_DIR'].find((name) => machine.env[name]);
  if (other !== undefined && !extra && !files.includes('system')) {
    observations.push(
      note(
        say`${other} is set, but the app does not read it.`,
        say`Set NODE_EXTRA_CA_CERTS to the file, or enter it as the provider’s certificate in Settings.`,
      ),
    );
  }
  if (machine.env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    observations.push(
      problem(
        say`NODE_TLS_REJECT_UNAUTHORIZED turns off the check of certificates, so keys can be stolen on the way.`,
        say`Remove it, and set NODE_EXTRA_CA_CERTS to the file of your network’s authority.`,
      ),
    );
  }
  return observations.length > 0 ? observations : [good(say`No other certificate authorities are configured.`)];
}

const pem = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

async function certificateFile(machine: Machine, name: string | Sentence, path: string): Promise<Observation> {
  const text = await machine.text(path);
  if (text === null) return problem(say`The file of ${name} cannot be read.`, say`Check the path.`);
  const certificates = (text.match(pem) ?? []).map(parsed);
  if (certificates.length === 0 || certificates.includes(null)) {
    return problem(
      say`The file of ${name} is not a valid list of certificates (PEM).`,
      say`Ask your administrator for the file in PEM format.`,
    );
  }
  const ended = certificates.filter((one) => one !== null && Date.parse(one.validTo) < machine.now()).length;
  // A system's list keeps some that have expired.
  if (ended === certificates.length)
    return problem(
      say`All certificates in the file of ${name} have expired.`,
      say`Ask your administrator for the current file.`,
    );
  return good(say`The file of ${name} can be used (certificates: ${certificates.length}).`);
}

function parsed(text: string): X509Certificate | null {
  try {
    return new X509Certificate(text);
  } catch {
    return null;
  }
}

/** More than tokens and signatures tolerate. */
const skewMs = 5 * 60_000;

async function checkProviders({ machine, parts, network, signal }: CheckContext): Promise<Observation[]> {
  const providers = (await parts.settings()).providers.filter((provider) => !isLocal(provider));
  if (providers.length === 0) return [];
  if (!network)
    return [
      note(
        say`Your providers were not contacted.`,
        say`Allow it to check the connection, the certificates and the clock: throughline doctor --network`,
      ),
    ];
  const answers = await Promise.all(
    providers.map(async (provider) => {
      const before = machine.now();
      const answer = await parts.contactProvider(provider, signal);
      return { provider, answer, at: (before + machine.now()) / 2 };
    }),
  );
  return answers.map(({ provider: { name }, answer, at }) => {
    if ('thrown' in answer)
      return problem(say`${name} cannot be reached: ${networkProblem(answer.thrown, name).message}`);
    const skew = answer.date === null ? 0 : Date.parse(answer.date) - at;
    if (Math.abs(skew) < skewMs || Number.isNaN(skew)) return good(say`${name} can be reached.`);
    const minutes = Math.round(Math.abs(skew) / 60_000);
    const advice = say`Let the system set its clock automatically.`;
    return problem(
      skew > 0
        ? say`The clock is ${minutes} minutes behind that of ${name}.`
        : say`The clock is ${minutes} minutes ahead of that of ${name}.`,
      advice,
    );
  });
}

async function checkLocalServers({ parts, signal }: CheckContext): Promise<Observation[]> {
  const providers = (await parts.settings()).providers.filter(isLocal);
  return Promise.all(
    providers.map(async (provider) => {
      const answer = await parts.contactProvider(provider, signal);
      if ('thrown' in answer)
        return problem(
          say`${provider.name} does not answer on this machine.`,
          say`Start it, or correct its address in Settings.`,
        );
      return good(say`${provider.name} answers on this machine.`);
    }),
  );
}

function isLocal({ baseUrl }: Provider): boolean {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Programs are looked for, not started: starting one is a run of a stranger's code. */
async function checkMcp({ machine, parts }: CheckContext): Promise<Observation[]> {
  const { servers, problems } = await parts.mcp.list(null);
  const observations: Observation[] =
    problems.length > 0
      ? [problem(say`Mistakes in the list of MCP servers: ${problems.length}.`, say`See Settings → MCP servers.`)]
      : [];
  for (const { name, state, transport, configuration } of servers) {
    if (state === 'failed')
      observations.push(
        problem(say`The MCP server ${name} did not start.`, say`See its log in Settings → MCP servers.`),
      );
    else if (transport === 'stdio' && state !== 'disabled' && (await isMissing(machine, configuration))) {
      observations.push(
        problem(
          say`The program of the MCP server ${name} was not found.`,
          say`Install it, or correct its command in Settings → MCP servers.`,
        ),
      );
    }
  }
  if (observations.length > 0) return observations;
  return servers.length === 0 ? [] : [good(say`No problem is known with your MCP servers (${servers.length}).`)];
}

async function isMissing(machine: Machine, configuration: string): Promise<boolean> {
  try {
    const { command } = JSON.parse(configuration) as { command?: unknown };
    if (typeof command !== 'string' || command.includes('$')) return false;
    if (/[\\/]/.test(command)) return (await machine.info(command)) === null;
    return machine.platform !== 'win32' && (await machine.findProgram(command)) === null;
  } catch {
    return false;
  }
}
